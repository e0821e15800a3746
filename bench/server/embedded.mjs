// The embedded API server as a process of its own, as `kubewright control-plane` without controllers: prints where it
// listens as one line of JSON, and ends with its stdin.
import { createApiServer } from '@kubewright/apiserver';

const server = createApiServer();
const listening = await server.listen();
console.log(JSON.stringify({ url: listening.url, ca: listening.caCertificatePem, token: listening.token }));
process.stdin.resume();
process.stdin.on('end', () => void server.close().then(() => process.exit(0)));
