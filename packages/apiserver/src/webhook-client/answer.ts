import { decodeText } from '../bytes/json.js';
import type { WebhookResponse } from './webhook-caller.js';

/** The text of a successful answer. Throws an Error in the words of client-go `rest/request.go`. */
export function answerText({ status, headers, body }: WebhookResponse): string {
  const text = decodeText(body);
  const { 'content-type': contentType = '' } = headers;
  if (status < 200 || status > 206)
    throw new Error(statusMessage(text) ?? unexpectedStatus(status, text, contentType));
  if (text === '') {
    const type = contentType === '' ? 'application/json' : contentType;
    throw new Error(`0-length response with status code: ${status} and content type: ${type}`);
  }
  return text;
}

/** What a Status in the body says. */
function statusMessage(text: string): string | undefined {
  try {
    const { kind, apiVersion, message } = JSON.parse(text) as Record<string, unknown>;
    return kind === 'Status' && apiVersion === 'v1' && typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

const MAX_TEXT = 2048;

// apimachinery `pkg/api/errors/errors.go`, NewGenericServerResponse.
function unexpectedStatus(status: number, text: string, contentType: string): string {
  const isText = contentType === '' || /^\s*text\//i.test(contentType);
  const said = isText ? text.slice(0, MAX_TEXT).trim() : 'unknown';
  switch (status) {
    case 403:
    case 415:
      return said;
    case 406:
      return said === '' || said === 'unknown'
        ? 'the server was unable to respond with a content type that the client supports'
        : said;
    default:
      return TEXTS[status] ?? fallback(status, said);
  }
}

const fallback = (status: number, said: string): string =>
  status >= 500
    ? `an error on the server (${JSON.stringify(said)}) has prevented the request from succeeding`
    : `the server responded with the status code ${status} but did not return more information`;

const TEXTS: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};
