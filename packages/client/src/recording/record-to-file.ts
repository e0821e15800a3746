import type { Transport } from '@kubewright/api';

import { openCallLog } from './call-log.js';
import { recordCalls } from './record-calls.js';

/** The environment variable that names the file or folder in which operators record their calls. */
export const RECORD_CALLS_VARIABLE = 'KUBEWRIGHT_RECORD_CALLS';

/** A transport whose calls go to a file. */
export interface FileRecording {
  readonly transport: Transport;
  /** Ends the recording, after the last request; the transport stays open. @throws CallLogError when a call was lost. */
  stop(): Promise<void>;
}

/** Records what passes a transport in a file or folder, as `openCallLog` has it. @throws CallLogError 'CannotWrite' */
export function recordToFile(transport: Transport, target: string): FileRecording {
  const log = openCallLog(target);
  const recording = recordCalls({
    transport,
    onCall: (call) => {
      log.append(call);
    },
  });
  return {
    transport: recording.transport,
    stop: async () => {
      await recording.whenTold();
      log.close();
    },
  };
}
