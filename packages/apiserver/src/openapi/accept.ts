const JSON_TYPE = /^(?:application|\*)\/(?:json|\*)$/;

/** Whether an Accept header (absent: anything) takes JSON. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((clause) => JSON_TYPE.test((clause.split(';')[0] ?? '').trim()));
}
