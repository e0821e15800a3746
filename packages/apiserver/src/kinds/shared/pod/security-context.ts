import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
} from '@kubewright/api/core/v1';
import { child, index, invalid, notSupported, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { goStruct } from '../go-struct.js';
import { MAX_INT32, rangeMessage } from '../numbers.js';
import { descendingPath, optionalOneOf } from '../rules.js';

const ID_RANGE = rangeMessage(0, MAX_INT32);

function id(errors: FieldError[], path: string, value: number | undefined): void {
  if (value !== undefined && (value < 0 || value > MAX_INT32)) errors.push(invalid(path, value, ID_RANGE));
}

/** The security context of a container (core validation, ValidateSecurityContext). Privileged containers are allowed. */
export function containerSecurityContext(
  errors: FieldError[],
  path: string,
  context: SecurityContext | undefined,
  hostUsers: boolean,
): void {
  if (context === undefined) return;
  id(errors, child(path, 'runAsUser'), context.runAsUser);
  id(errors, child(path, 'runAsGroup'), context.runAsGroup);
  optionalOneOf(errors, child(path, 'procMount'), context.procMount, ['Default', 'Unmasked']);
  if (hostUsers && context.procMount === 'Unmasked') {
    errors.push(invalid(child(path, 'procMount'), 'Unmasked', '`hostUsers` must be false to use `Unmasked`'));
  }
  seccompProfile(errors, child(path, 'seccompProfile'), context.seccompProfile);
  if (context.allowPrivilegeEscalation === false) {
    const message = 'cannot set `allowPrivilegeEscalation` to false and';
    const value = goSecurityContext(context);
    if (context.privileged === true) errors.push(invalid(path, value, `${message} \`privileged\` to true`));
    if (context.capabilities?.add?.includes('CAP_SYS_ADMIN') === true) {
      errors.push(invalid(path, value, `${message} \`capabilities.Add\` CAP_SYS_ADMIN`));
    }
  }
  appArmorProfile(errors, child(path, 'appArmorProfile'), context.appArmorProfile);
}

// The real server prints its internal type here.
const goSecurityContext = (context: SecurityContext): object =>
  goStruct(context, {
    capabilities: { add: null, drop: null },
    privileged: null,
    seLinuxOptions: { user: '', role: '', type: '', level: '' },
    windowsOptions: null,
    runAsUser: null,
    runAsGroup: null,
    runAsNonRoot: null,
    readOnlyRootFilesystem: null,
    allowPrivilegeEscalation: null,
    procMount: null,
    seccompProfile: PROFILE,
    appArmorProfile: PROFILE,
  });

/** The security context of a pod (validatePodSpecSecurityContext). */
export function podSecurityContext(
  errors: FieldError[],
  path: string,
  { securityContext: context, shareProcessNamespace, hostPID }: PodSpec,
): void {
  if (context === undefined) return;
  id(errors, child(path, 'fsGroup'), context.fsGroup);
  id(errors, child(path, 'runAsUser'), context.runAsUser);
  id(errors, child(path, 'runAsGroup'), context.runAsGroup);
  context.supplementalGroups?.forEach((group, i) =>
    id(errors, index(child(path, 'supplementalGroups'), i), group),
  );
  if (shareProcessNamespace === true && hostPID === true) {
    const message = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.push(invalid(child(path, 'shareProcessNamespace'), true, message));
  }
  sysctls(errors, child(path, 'sysctls'), context.sysctls);
  optionalOneOf(errors, child(path, 'fsGroupChangePolicy'), context.fsGroupChangePolicy, [
    'Always',
    'OnRootMismatch',
  ]);
  seccompProfile(errors, child(path, 'seccompProfile'), context.seccompProfile);
  appArmorProfile(errors, child(path, 'appArmorProfile'), context.appArmorProfile);
  const groupsPath = child(path, 'supplementalGroupsPolicy');
  optionalOneOf(errors, groupsPath, context.supplementalGroupsPolicy, ['Merge', 'Strict']);
  // MountOption waits for the feature SELinuxMount.
  optionalOneOf(errors, child(path, 'seLinuxChangePolicy'), context.seLinuxChangePolicy, ['Recursive']);
}

const PROFILE = { type: '', localhostProfile: null };
const SECCOMP_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function seccompProfile(errors: FieldError[], path: string, profile: SeccompProfile | undefined): void {
  if (profile === undefined) return;
  const { type, localhostProfile } = profile as { type?: string; localhostProfile?: string };
  if (!type) errors.push(required(child(path, 'type'), 'type is required when seccompProfile is set'));
  else if (!SECCOMP_TYPES.includes(type)) errors.push(notSupported(child(path, 'type'), type, SECCOMP_TYPES));
  const at = child(path, 'localhostProfile');
  if (type !== 'Localhost') {
    if (localhostProfile !== undefined)
      errors.push(invalid(at, goStruct(profile, PROFILE), 'can only be set when seccomp type is Localhost'));
  } else if (localhostProfile === undefined) {
    errors.push(required(at, 'must be set when seccomp type is Localhost'));
  } else {
    descendingPath(errors, at, localhostProfile);
  }
}

const APP_ARMOR_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function appArmorProfile(errors: FieldError[], path: string, profile: AppArmorProfile | undefined): void {
  if (profile === undefined) return;
  const { type, localhostProfile } = profile as { type?: string; localhostProfile?: string };
  if (!type) {
    errors.push(required(child(path, 'type'), 'type is required when appArmorProfile is set'));
    return;
  }
  if (!APP_ARMOR_TYPES.includes(type)) errors.push(notSupported(child(path, 'type'), type, APP_ARMOR_TYPES));
  const at = child(path, 'localhostProfile');
  if (type !== 'Localhost') {
    if (localhostProfile !== undefined) {
      errors.push(invalid(at, localhostProfile, 'can only be set when AppArmor type is Localhost'));
    }
  } else if (!localhostProfile || localhostProfile.trim() === '') {
    errors.push(required(at, 'must be set when AppArmor type is Localhost'));
  } else if (localhostProfile.trim() !== localhostProfile) {
    errors.push(invalid(at, localhostProfile, 'must not be padded with whitespace'));
  }
}

const SYSCTL = /^(?:[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/;
const SYSCTL_MESSAGE =
  'must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';

function sysctls(errors: FieldError[], path: string, list: PodSecurityContext['sysctls']): void {
  const names = new Set<string>();
  list?.forEach(({ name }, i) => {
    const at = child(index(path, i), 'name');
    if (!name) errors.push(required(at));
    else if (name.length > 253 || !SYSCTL.test(name)) errors.push(invalid(at, name, SYSCTL_MESSAGE));
    else if (names.has(name))
      errors.push({ type: 'FieldValueDuplicate', field: at, badValue: name, detail: '' });
    names.add(name);
  });
}

const CONTAINERS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** Containers that run as processes of a Windows host (core validation, validateWindowsHostProcessPod). */
export function hostProcessContainers(errors: FieldError[], path: string, spec: PodSpec): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  let all = 0;
  let hostProcesses = 0;
  for (const field of CONTAINERS) {
    spec[field]?.forEach(({ securityContext }, i) => {
      all += 1;
      const own = securityContext?.windowsOptions?.hostProcess;
      if (ofPod !== undefined && own !== undefined && ofPod !== own) {
        const at = `${index(child(path, field), i)}.securityContext.windowsOptions.hostProcess`;
        const message = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
        errors.push(invalid(at, own, message));
      }
      if (own ?? ofPod ?? false) hostProcesses += 1;
    });
  }
  if (hostProcesses === 0) return;
  if (hostProcesses !== all) {
    const message =
      'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    errors.push(invalid(path, '', message));
  }
  if (spec.hostNetwork === true) return;
  const message = 'hostNetwork must be true if pod contains any hostProcess containers';
  errors.push(invalid(child(path, 'hostNetwork'), false, message));
}
