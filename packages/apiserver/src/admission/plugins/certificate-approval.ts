import { jsonEquals } from '@kubewright/api';
import type { CertificateSigningRequest } from '@kubewright/api/certificates/v1';
import { goQuote } from '../../errors/go-text.js';
import { forbiddenError } from '../../errors/status-error.js';
import type { ApiObject } from '../../kinds/behaviour.js';
import { resourceQuestion } from '../../pipeline/authorize.js';
import type { Authorizer } from '../../pipeline/authorize.js';
import type { UserInfo } from '../../pipeline/server-request.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';

const GROUP = 'certificates.k8s.io';

/**
 * Who approves a certificate request, or signs it, must be allowed to for the signer that it names: verbs `approve` and
 * `sign` on `signers` (plugin/pkg/admission/certificates, CertificateApproval and CertificateSigning).
 */
export function certificateApproval(authorizer: Authorizer): AdmissionPlugin {
  return {
    name: 'CertificateApproval',
    operations: ['UPDATE'],
    resources: [`certificatesigningrequests.${GROUP}`],
    subresources: ['approval', 'status'],
    async validate({ subresource, object, oldObject, user, name, resource }: AdmissionAttributes) {
      const { spec, status } = oldObject as ApiObject & CertificateSigningRequest;
      const verb = subresource === 'approval' ? 'approve' : 'sign';
      if (verb === 'sign' && isSignedAlike(object, status)) return;
      if (await mayDo(authorizer, user, verb, spec.signerName)) return;
      const message = `user not permitted to ${verb} requests with signerName ${goQuote(spec.signerName)}`;
      throw forbiddenError({ group: GROUP, resource: resource.plural }, name, message);
    },
  };
}

function isSignedAlike(object: ApiObject | undefined, old: CertificateSigningRequest['status']): boolean {
  const { status } = object as ApiObject & CertificateSigningRequest;
  return (
    (status?.certificate ?? '') === (old?.certificate ?? '') &&
    jsonEquals(status?.conditions ?? [], old?.conditions ?? [])
  );
}

/** The signer by its name, or all signers of its domain as `domain/*` (pkg/apis/certificates/authorization). */
async function mayDo(
  authorizer: Authorizer,
  user: UserInfo,
  verb: string,
  signerName: string,
): Promise<boolean> {
  for (const name of [signerName, `${signerName.split('/')[0] ?? ''}/*`]) {
    const question = resourceQuestion(user, { verb, group: GROUP, version: '*', resource: 'signers', name });
    const { allowed } = await authorizer.authorize(question);
    if (allowed) return true;
  }
  return false;
}
