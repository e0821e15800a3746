import { encodeText } from '../bytes/json.js';
import type { ServerResponse } from './server-request.js';

/** What Go's `net/http` says of a path that nobody serves; a Status is for what is below a known group. */
export const pageNotFound: ServerResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: [encodeText('404 page not found\n')],
};
