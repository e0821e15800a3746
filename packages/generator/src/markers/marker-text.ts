/** One marker as it stands in a comment, cut where its name ends. Offsets count from the plus sign. */
export interface MarkerText {
  /** From the plus sign to the last character. */
  readonly text: string;
  /** All before the equals sign, without the plus: `kubebuilder:resource:path`. */
  readonly name: string;
  /** Behind the name's last character. */
  readonly nameEnd: number;
  /** Behind the equals sign; absent without one. */
  readonly valueStart?: number;
}

const NAME = /^\+([^\s=]*[^\s=:])(:?)(=)?/;

/**
 * Cuts `+name=value`. A colon right before the equals sign belongs to neither, as in `+kubebuilder:default:=1`, which
 * controller-gen reads too.
 */
export function splitMarker(text: string): MarkerText | undefined {
  const match = NAME.exec(text);
  if (match === null) return undefined;
  const [whole, name = '', , equals] = match;
  return {
    text,
    name,
    nameEnd: name.length + 1,
    ...(equals === undefined ? {} : { valueStart: whole.length }),
  };
}

/**
 * Whether a name that is not known is written like a marker's: with a value, or with nothing behind it on the line.
 * `+requires a restart` is a sentence.
 */
export function isWrittenLikeMarker(text: string): boolean {
  return /^\+[^\s=]+(?:=|\s*$)/.test(text);
}
