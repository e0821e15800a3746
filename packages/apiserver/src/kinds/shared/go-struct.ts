type Zero = null | string | number | boolean;
/**
 * Fields in Go's order: zero values, the fields of a struct behind a pointer, or in a list of one those of a list's
 * structs.
 */
export interface GoFields {
  readonly [field: string]: Zero | GoFields | readonly [GoFields];
}

/**
 * An object as Go's JSON encoder prints the server's internal types, which have no JSON names: `{"RunAsUser":null}`.
 * Some refusals of the real server show values that way.
 */
export function goStruct(object: object, fields: GoFields): Record<string, unknown> {
  const values = object as Readonly<Record<string, unknown>>;
  const result: Record<string, unknown> = {};
  for (const [name, zero] of Object.entries(fields)) {
    const value = values[name];
    if (isList(zero)) {
      const list = value as readonly object[] | null | undefined;
      result[goName(name)] = list?.map((item) => goStruct(item, zero[0])) ?? null;
      continue;
    }
    const isStruct = typeof zero === 'object' && zero !== null;
    if (value === undefined || value === null) result[goName(name)] = isStruct ? null : zero;
    else result[goName(name)] = isStruct ? goStruct(value, zero) : value;
  }
  return result;
}

const isList = (zero: GoFields[string]): zero is readonly [GoFields] => Array.isArray(zero);

const ACRONYMS: Readonly<Record<string, string>> = {
  apiGroup: 'APIGroup',
  awsElasticBlockStore: 'AWSElasticBlockStore',
  cephfs: 'CephFS',
  csi: 'CSI',
  fc: 'FC',
  fsType: 'FSType',
  gcePersistentDisk: 'GCEPersistentDisk',
  iscsi: 'ISCSI',
  nfs: 'NFS',
  rbd: 'RBD',
  seLinuxOptions: 'SELinuxOptions',
  storageos: 'StorageOS',
};

const goName = (field: string): string => ACRONYMS[field] ?? field.charAt(0).toUpperCase() + field.slice(1);
