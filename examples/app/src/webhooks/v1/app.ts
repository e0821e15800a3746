import { jsonEquals, webhookFor } from 'kubewright';
import type { WebhookDefinition } from 'kubewright';
import { App } from '../../api/v1/app.js';
import type { HostClaims } from '../../controllers/host-claims.js';
import { defaultApp } from './default-app.js';
import { PROTECTED_ANNOTATION, validateApp, validateChange } from './validate-app.js';
import { warnOf } from './warnings.js';

// +kubebuilder:webhook:path=/mutate-platform-example-com-v1-app,mutating=true,failurePolicy=fail,sideEffects=None,groups=platform.example.com,resources=apps,verbs=create;update,versions=v1,name=mapp-v1.kb.io,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/validate-platform-example-com-v1-app,mutating=false,failurePolicy=fail,sideEffects=None,groups=platform.example.com,resources=apps,verbs=create;update;delete,versions=v1,name=vapp-v1.kb.io,admissionReviewVersions=v1

/** What the schema of App cannot say: defaults that depend on other fields, and rules that need more than one object. */
export function appWebhook({ claims }: { claims: HostClaims }): WebhookDefinition {
  return webhookFor(App)
    .defaulter(defaultApp)
    .validator({
      create: async (app, context) => {
        warnOf(app, context.warn);
        await validateApp(app, claims, context);
      },
      update: async (app, context) => {
        // Refusing what others write while it is deleted would keep it from going.
        if (app.metadata?.deletionTimestamp !== undefined) return;
        // Labels and finalizers: what was let in before a rule came must not keep anybody from writing them.
        if (jsonEquals(app.spec, context.oldObject.spec)) return;
        warnOf(app, context.warn);
        validateChange(app, context);
        await validateApp(app, claims, context);
      },
      delete: (app, { fields }) => {
        if (app.metadata.annotations?.[PROTECTED_ANNOTATION] === 'true')
          fields.forbidden(
            `metadata.annotations[${PROTECTED_ANNOTATION}]`,
            'the App is protected from deletion: remove the annotation first',
          );
      },
    });
}
