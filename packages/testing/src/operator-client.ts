import type { Transport } from '@kubewright/api';
import { createClient } from '@kubewright/client';
import type { Client } from '@kubewright/client';

/** The client of the operators under test, and what ends the recording of its calls. */
export interface OperatorClient {
  readonly client: Client;
  stop(): Promise<void>;
}

/** The given client, unless the calls of operators are to be recorded: then one of their own. Throws CallLogError. */
export async function operatorClient(
  client: Client,
  transport: Transport,
  recordCalls: string | undefined,
): Promise<OperatorClient> {
  if (recordCalls === undefined) return { client, stop: () => Promise.resolve() };
  const { recordToFile } = await import('@kubewright/client/recording');
  const recording = recordToFile(transport, recordCalls);
  return {
    client: createClient({ transport: recording.transport }),
    stop: () => recording.stop(),
  };
}
