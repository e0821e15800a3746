import type { KubernetesObject } from '@kubewright/api';

/** The object with the hub it was made from in an annotation, metadata left out: it is the same in all versions. */
export function keepHub(
  object: KubernetesObject,
  hub: KubernetesObject,
  annotation: string,
): KubernetesObject {
  const { metadata: _metadata, ...data } = hub;
  const annotations = { ...object.metadata?.annotations, [annotation]: JSON.stringify(data) };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** The object without the annotation, and the hub that was kept in it. What cannot be read was not kept by us. */
export function takeHub(
  object: KubernetesObject,
  annotation: string,
): { object: KubernetesObject; kept: KubernetesObject | undefined } {
  const { [annotation]: text, ...others } = object.metadata?.annotations ?? {};
  if (text === undefined) return { object, kept: undefined };
  const { annotations: _annotations, ...metadata } = object.metadata ?? {};
  const bare = {
    ...object,
    metadata: Object.keys(others).length === 0 ? metadata : { ...metadata, annotations: others },
  };
  try {
    const data = JSON.parse(text) as KubernetesObject;
    return { object: bare, kept: { ...data, metadata: bare.metadata } };
  } catch {
    return { object: bare, kept: undefined };
  }
}
