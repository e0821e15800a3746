import { controllerFor, runOperator, setStatusCondition, updateStatus } from 'kubewright';
import { ConfigMap } from 'kubewright/core/v1';
import { Greeting } from './greeting.js';

// +kubebuilder:rbac:groups=greeter.example.com,resources=greetings,verbs=list;watch
// +kubebuilder:rbac:groups=greeter.example.com,resources=greetings/status,verbs=patch
// +kubebuilder:rbac:groups=greeter.example.com,resources=greetings/finalizers,verbs=update
// +kubebuilder:rbac:groups=core,resources=configmaps,verbs=list;watch;create;patch

const greeter = controllerFor(Greeting)
  .owns(ConfigMap)
  .reconcile(async (greeting, { client, clock }) => {
    const { metadata, spec } = greeting;
    if (spec.text === 'nothing') throw new Error('cannot say <b id="evil">nothing</b>');
    const { name, namespace = '' } = metadata;
    await client.apply(ConfigMap({ metadata: { name, namespace }, data: { text: spec.text } }), {
      owner: greeting,
    });
    const ready = { type: 'Ready', status: 'True', reason: 'Said', message: spec.text } as const;
    const conditions = [...(greeting.status?.conditions ?? [])];
    setStatusCondition(conditions, ready, { now: clock.now() });
    await updateStatus(client, greeting, { conditions });
  });

await runOperator({ name: 'greeter', controllers: [greeter] });
