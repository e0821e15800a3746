/** Why bytes or an object could not be translated. */
export type ProtobufErrorCode =
  /** The bytes do not begin as Kubernetes' protobuf bodies do. */
  | 'NotProtobuf'
  /** The bytes are damaged, or mean no object. */
  | 'Malformed'
  /** The kind has no protobuf message: no built-in one, or one that the API never sends this way. */
  | 'UnknownKind';

/** What a body says that it is. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
  readonly code: ProtobufErrorCode;
  /** The type of the object, when it is known. */
  readonly type: TypeMeta | undefined;

  constructor(code: ProtobufErrorCode, message: string, type?: TypeMeta) {
    super(message);
    this.code = code;
    this.type = type;
  }
}

export const malformed = (message: string): ProtobufError => new ProtobufError('Malformed', message);

export function isProtobufError(error: unknown): error is ProtobufError {
  return error instanceof Error && error.name === 'ProtobufError';
}
