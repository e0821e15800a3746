import type { ProjectConfig, ScaffoldFile } from '../../model.js';
import { labelLines } from './labels.js';

/** `config/manager`: the namespace and the Deployment of the operator. */
export function managerFolder(config: ProjectConfig): ScaffoldFile[] {
  return [
    { path: 'config/manager/kustomization.yaml', content: KUSTOMIZATION, ifExists: 'ask' },
    { path: 'config/manager/manager.yaml', content: manager(config), ifExists: 'ask' },
  ];
}

const KUSTOMIZATION = `resources:
- manager.yaml
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
images:
- name: controller
  newName: controller
  newTag: latest
`;

/**
 * What the Deployment tells the operator about where it runs: the namespace that it watches, as in kubebuilder's projects,
 * and the one in which it keeps the certificates that it makes.
 */
function environment({ namespaced, plugins }: ProjectConfig): string {
  const names = [
    ...(namespaced ? ['WATCH_NAMESPACE'] : []),
    ...(plugins.certificates === 'operator' ? ['POD_NAMESPACE'] : []),
  ];
  const variables = names.map(
    (name) => `
        - name: ${name}
          valueFrom:
            fieldRef:
              fieldPath: metadata.namespace`,
  );
  return names.length === 0 ? '' : `\n        env:${variables.join('')}`;
}

function manager(config: ProjectConfig): string {
  const { projectName } = config;
  return `apiVersion: v1
kind: Namespace
metadata:
  labels:
    control-plane: controller-manager
${labelLines(projectName)}
  name: system
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: controller-manager
  namespace: system
  labels:
    control-plane: controller-manager
${labelLines(projectName)}
spec:
  selector:
    matchLabels:
      control-plane: controller-manager
      app.kubernetes.io/name: ${projectName}
  replicas: 1
  template:
    metadata:
      annotations:
        kubectl.kubernetes.io/default-container: manager
      labels:
        control-plane: controller-manager
        app.kubernetes.io/name: ${projectName}
    spec:
      # TODO(user): say here on which nodes the operator runs, if its image is not for all platforms:
      # affinity:
      #   nodeAffinity:
      #     requiredDuringSchedulingIgnoredDuringExecution:
      #       nodeSelectorTerms:
      #       - matchExpressions:
      #         - key: kubernetes.io/arch
      #           operator: In
      #           values:
      #           - amd64
      #           - arm64
      # What the "restricted" Pod Security Standard asks for.
      securityContext:
        runAsNonRoot: true
        seccompProfile:
          type: RuntimeDefault
      containers:
      - args:
        - --leader-elect
        - --health-probe-bind-address=:8081
        image: controller:latest
        name: manager${environment(config)}
        ports:
        - containerPort: 8081
          name: health
          protocol: TCP
        securityContext:
          readOnlyRootFilesystem: true
          allowPrivilegeEscalation: false
          capabilities:
            drop:
            - "ALL"
        livenessProbe:
          httpGet:
            path: /healthz
            port: 8081
          initialDelaySeconds: 15
          periodSeconds: 20
        readinessProbe:
          httpGet:
            path: /readyz
            port: 8081
          initialDelaySeconds: 5
          periodSeconds: 10
        # TODO(user): what the operator needs for the number of objects that it keeps.
        resources:
          limits:
            cpu: 500m
            memory: 128Mi
          requests:
            cpu: 10m
            memory: 64Mi
        volumeMounts: []
      volumes: []
      serviceAccountName: controller-manager
      terminationGracePeriodSeconds: 10
`;
}
