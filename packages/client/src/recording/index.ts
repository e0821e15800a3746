/**
 * Recording which permissions a program needs: an entry point of its own, because only tests and tools load it.
 *
 * @packageDocumentation
 */
export { RECORD_CALLS_VARIABLE, recordToFile } from './record-to-file.js';
export type { FileRecording } from './record-to-file.js';
export { CallLogError, openCallLog, readCallLog } from './call-log.js';
export type { CallLog, CallLogErrorCode, OpenCallLogOptions } from './call-log.js';
export { recordCalls } from './record-calls.js';
export type { CallRecording, RecordCallsOptions } from './record-calls.js';
export { formatCall, parseCall } from './recorded-call.js';
export type { RecordedCall } from './recorded-call.js';
