import { runOperator } from 'kubewright';
import { appServiceController } from './controllers/app-service.js';

await runOperator({ name: 'appservice-operator', controllers: [appServiceController] });
