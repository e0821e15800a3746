/** What a Go type refuses; the message is Go's. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/**
 * Where the decoder stands in an object. Two paths, because Go words them differently: `path` as strict decoding
 * reports unknown fields (`spec.containers[0].foo`), `fields` as type errors do (`spec.containers.foo`).
 * Behaviour after sigs.k8s.io/json, internal/golang/encoding/json/decode.go.
 */
export class DecodeState {
  readonly path: string[] = [];
  readonly fields: string[] = [];
  /** Name of the Go struct that holds the value. */
  struct = '';
  readonly unknownFields: string[] = [];
  /** The first error of a type; decoding goes on after it, because a later parse error takes its place. */
  private typeError: string | undefined;

  unknownField(name: string): void {
    this.unknownFields.push(`${this.path.join('')}${this.path.length === 0 ? '' : '.'}${name}`);
  }

  /** A value of the wrong JSON type, met by Go's own decoding. */
  wrongType(value: unknown, goType: string): void {
    this.typeError ??= this.wrongTypeText(value, goType);
  }

  /** The same, met by a type that decodes itself: ends decoding at once. */
  wrongTypeAtOnce(value: unknown, goType: string): never {
    this.fail(this.wrongTypeText(value, goType));
  }

  /** An error that ends decoding only when no other comes. */
  save(text: string): void {
    this.typeError ??= text;
  }

  fail(text: string): never {
    throw new DecodeError(text);
  }

  end(): string[] {
    if (this.typeError !== undefined) this.fail(this.typeError);
    return this.unknownFields;
  }

  private wrongTypeText(value: unknown, goType: string): string {
    const what = `json: cannot unmarshal ${describe(value, goType)} into Go`;
    return this.struct === ''
      ? `${what} value of type ${goType}`
      : `${what} struct field ${this.struct}.${this.fields.join('.')} of type ${goType}`;
  }
}

// A number that does not fit a number type is quoted; next to other types only its JSON type is told.
function describe(value: unknown, goType: string): string {
  if (typeof value === 'number') return /^u?int\d*$/.test(goType) ? `number ${numberText(value)}` : 'number';
  if (typeof value === 'boolean') return 'bool';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

const numberText = (value: number): string =>
  String(value).replace(
    /^(-?[\d.]+)e\+?(-?\d+)$/,
    (_, m: string, e: string) => `${m}e${e.startsWith('-') ? e : `+${e}`}`,
  );
