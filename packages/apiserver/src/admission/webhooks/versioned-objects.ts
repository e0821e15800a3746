import type { ApiObject } from '../../kinds/behaviour.js';
import { internalError } from '../../errors/status-error.js';
import type { ServedResource } from '../../resources/served-resource.js';
import type { AdmissionAttributes } from '../admission.js';

/**
 * The objects of a request in the versions in which webhooks want them (apiserver `admission/conversion.go`). What a
 * webhook changes is carried over to the next version.
 */
export class VersionedObjects {
  private readonly attributes: AdmissionAttributes;
  /** The resource in whose version the registry works. */
  private readonly working: ServedResource;
  private version: ServedResource | undefined;
  private changed = false;
  object: ApiObject | undefined;
  oldObject: ApiObject | undefined;

  constructor(attributes: AdmissionAttributes, working: ServedResource) {
    this.attributes = attributes;
    this.working = working;
  }

  /** Brings both objects into the version of `resource`. */
  async to(resource: ServedResource): Promise<void> {
    if (this.version === resource) return;
    await this.keepChanges();
    this.version = resource;
    const { object, oldObject } = this.attributes;
    this.object = object === undefined ? undefined : await this.convert(object, resource);
    this.oldObject = oldObject === undefined ? undefined : await this.convert(oldObject, resource);
  }

  /** Takes what a webhook made of the object. */
  replace(object: ApiObject): void {
    this.object = object;
    this.changed = true;
  }

  /** Gives the changed object to those who come after. */
  async keepChanges(): Promise<void> {
    if (!this.changed || this.object === undefined) return;
    this.attributes.object = await this.convert(this.object, this.working);
    this.changed = false;
  }

  /** The attributes as they are for a webhook that is looked at next. */
  get current(): AdmissionAttributes {
    return this.object === undefined ? this.attributes : { ...this.attributes, object: this.object };
  }

  // Objects of subresources are of a kind that has one version.
  private async convert(object: ApiObject, resource: ServedResource): Promise<ApiObject> {
    if (object.kind !== resource.kind || isOfVersion(object, resource)) return object;
    try {
      const { convertRemotely } = resource;
      if (convertRemotely === undefined) return resource.convert(structuredClone(object));
      return (await convertRemotely([object]))[0] as ApiObject;
    } catch (error) {
      throw internalError(error as Error);
    }
  }
}

const isOfVersion = ({ apiVersion }: ApiObject, { group, version }: ServedResource): boolean =>
  apiVersion === (group === '' ? version : `${group}/${version}`);
