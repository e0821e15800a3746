import type { PolicyRule } from '@kubewright/api/rbac/v1';
import {
  ImpersonationModes,
  ruleAllows,
  rulesOfServiceAccounts,
  uncoveredRules,
} from '@kubewright/apiserver/rbac';
import type { AuthorizationAttributes } from '@kubewright/apiserver/rbac';
import type { RecordedCall } from '@kubewright/client/recording';
import { partsOf } from './declared-rule.js';
import type { DeclaredRule, RulePart } from './declared-rule.js';

/** A call, or what the server asks because of it, that no rule allows. */
export interface DeniedCall extends Pick<
  RecordedCall,
  'verb' | 'group' | 'resource' | 'subresource' | 'namespace' | 'name' | 'path' | 'plugin'
> {
  /** Rules that would do instead of `escalate` and `bind`, and are not held. */
  readonly missingRules?: readonly PolicyRule[];
}

/** What came of holding calls against rules. */
export interface Evaluation {
  readonly parts: readonly RulePart[];
  /** The calls that each used part allowed. Parts that are not in it allowed none. */
  readonly used: ReadonlyMap<RulePart, readonly DeniedCall[]>;
  readonly denied: readonly DeniedCall[];
}

/** Decides each call as kube-apiserver's RBAC authorizer would for a service account with these rules. */
export async function evaluateCalls(
  calls: readonly RecordedCall[],
  declared: readonly DeclaredRule[],
): Promise<Evaluation> {
  const evaluator = new Evaluator(declared);
  for (const call of calls) await evaluator.evaluate(call);
  return evaluator;
}

const USER = { name: 'operator', groups: [] };

class Evaluator implements Evaluation {
  readonly parts: readonly RulePart[];
  readonly used = new Map<RulePart, DeniedCall[]>();
  readonly denied: DeniedCall[] = [];
  readonly #everyone = rulesOfServiceAccounts();

  constructor(declared: readonly DeclaredRule[]) {
    this.parts = declared.flatMap(partsOf);
  }

  async evaluate(call: RecordedCall): Promise<void> {
    if (call.impersonate !== undefined) await this.#impersonation(call);
    else if (call.unlessHeld !== undefined) this.#grant(call, call.unlessHeld);
    else if (!this.#allow(call)) this.denied.push(questionOf(call));
  }

  /** Notes every part that allows the call. */
  #allow(call: DeniedCall): boolean {
    const attributes = attributesOf(call);
    const allows = (rule: PolicyRule): boolean => attributes.some((asked) => ruleAllows(rule, asked));
    let allowed = false;
    for (const part of this.parts) {
      if (!holdsIn(part.of, call.namespace) || !allows(part.rule)) continue;
      allowed = true;
      this.#use(part, call);
    }
    return allowed || this.#everyone.some(allows);
  }

  #use(part: RulePart, call: DeniedCall): void {
    const calls = this.used.get(part);
    if (calls === undefined) this.used.set(part, [questionOf(call)]);
    else calls.push(questionOf(call));
  }

  /** Nobody may grant what they do not hold: the rules that cover what is granted are used, if there are any for all of it. */
  #grant(call: RecordedCall, granted: readonly PolicyRule[]): void {
    const parts = this.parts.filter(({ of }) => holdsIn(of, call.namespace));
    const held = [...parts.map(({ rule }) => rule), ...this.#everyone];
    const missingRules = uncoveredRules(held, granted);
    if (missingRules.length > 0) {
      if (!this.#allow(call)) this.denied.push({ ...questionOf(call), missingRules });
      return;
    }
    const smallest = uncoveredRules([], granted);
    for (const part of parts)
      for (const wanted of smallest)
        if (uncoveredRules([part.rule], [wanted]).length === 0) this.#use(part, granting(wanted, call));
  }

  async #impersonation(call: RecordedCall): Promise<void> {
    const asked: DeniedCall[] = [];
    const refused = await this.#refusalOf(call, (question) => {
      asked.push(question);
      return this.#isAllowed(question);
    });
    // What was refused in one mode may be allowed in the next: only what the server let through counts as used.
    if (!refused) {
      for (const question of asked) this.#allow(question);
      return;
    }
    // The mode that every server has is the one to propose.
    const needed: DeniedCall[] = [];
    await this.#refusalOf(call, (question) => {
      if (question.verb !== 'impersonate') return false;
      needed.push(question);
      return true;
    });
    for (const question of needed) if (!this.#allow(question)) this.denied.push(question);
  }

  async #refusalOf(call: RecordedCall, decide: (question: DeniedCall) => boolean): Promise<boolean> {
    const { username, uid = '', groups = [], extra = {} } = call.impersonate ?? { username: '' };
    const modes = new ImpersonationModes({
      authorize: (attributes) => ({ allowed: decide(questionOf(attributes)) }),
    });
    const [request] = attributesOf(call);
    try {
      await modes.userFor({ name: username, uid, groups, extra }, request);
      return false;
    } catch {
      return true;
    }
  }

  #isAllowed(question: DeniedCall): boolean {
    const attributes = attributesOf(question);
    return this.parts.some(
      ({ of, rule }) =>
        holdsIn(of, question.namespace) && attributes.some((asked) => ruleAllows(rule, asked)),
    );
  }
}

/** Rules of a Role hold in its namespace; a Role that has none yet may get any. */
const holdsIn = ({ namespace }: DeclaredRule, asked: string): boolean =>
  namespace === '' || (namespace === undefined ? asked !== '' : namespace === asked);

type Question = Pick<
  AuthorizationAttributes,
  'verb' | 'group' | 'resource' | 'subresource' | 'namespace' | 'name' | 'path'
> & { readonly plugin?: RecordedCall['plugin'] };

function questionOf({
  verb,
  group,
  resource,
  subresource,
  namespace,
  name,
  path,
  plugin,
}: Question): DeniedCall {
  return {
    verb,
    group,
    resource,
    subresource,
    namespace,
    name,
    path: resource === '' ? path : '',
    ...(plugin !== undefined && { plugin }),
  };
}

/** Rights on signers may be given for all of a domain: `example.com/*` (plugin/pkg/admission/certificates/util.go). */
function attributesOf(call: DeniedCall): [AuthorizationAttributes, ...AuthorizationAttributes[]] {
  const attributes = { user: USER, isResource: call.path === '', version: '*', ...questionOf(call) };
  const isSigner = call.group === 'certificates.k8s.io' && call.resource === 'signers';
  if (!isSigner) return [attributes];
  return [attributes, { ...attributes, name: `${call.name.split('/', 1)[0] ?? ''}/*` }];
}

/** The part of a granted rule, as a call for which it was held. */
function granting(
  { verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule,
  call: RecordedCall,
): DeniedCall {
  const [resource = '', subresource = ''] = splitOnce(resources?.[0] ?? '');
  return {
    verb: verbs[0] ?? '',
    group: apiGroups?.[0] ?? '',
    resource,
    subresource,
    namespace: call.namespace,
    name: resourceNames?.[0] ?? '',
    path: nonResourceURLs?.[0] ?? '',
  };
}

const splitOnce = (text: string): string[] => {
  const slash = text.indexOf('/');
  return slash < 0 ? [text] : [text.slice(0, slash), text.slice(slash + 1)];
};
