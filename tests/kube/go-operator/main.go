// The operator that the tests run against the embedded control plane: controller-runtime at its default settings
// (protobuf for built-in kinds, cached reads, leader election, priority queue) with what operators use of it: a typed
// custom resource with status, owned objects by server-side apply, a finalizer, events, a metadata-only watch.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	appsv1ac "k8s.io/client-go/applyconfigurations/apps/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var groupVersion = schema.GroupVersion{Group: "go.example.com", Version: "v1"}

const (
	fieldOwner = "site-operator"
	finalizer  = "go.example.com/farewell"
)

// Site is one image that runs as a Deployment, with settings from a ConfigMap of the same name.
type Site struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   SiteSpec   `json:"spec,omitempty"`
	Status SiteStatus `json:"status,omitempty"`
}

type SiteSpec struct {
	Image    string `json:"image"`
	Replicas int32  `json:"replicas,omitempty"`
}

type SiteStatus struct {
	ReadyReplicas int32              `json:"readyReplicas,omitempty"`
	Settings      string             `json:"settings,omitempty"`
	Conditions    []metav1.Condition `json:"conditions,omitempty"`
}

type SiteList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Site `json:"items"`
}

func (s *Site) DeepCopyObject() runtime.Object {
	out := *s
	s.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Status.Conditions = append([]metav1.Condition(nil), s.Status.Conditions...)
	return &out
}

func (l *SiteList) DeepCopyObject() runtime.Object {
	out := *l
	l.ListMeta.DeepCopyInto(&out.ListMeta)
	out.Items = make([]Site, len(l.Items))
	for i := range l.Items {
		out.Items[i] = *l.Items[i].DeepCopyObject().(*Site)
	}
	return &out
}

type reconciler struct {
	client.Client
	events events.EventRecorder
}

func (r *reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	var site Site
	if err := r.Get(ctx, request.NamespacedName, &site); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		return reconcile.Result{}, r.farewell(ctx, &site)
	}
	if controllerutil.AddFinalizer(&site, finalizer) {
		return reconcile.Result{}, r.Update(ctx, &site)
	}
	if err := r.applyDeployment(ctx, &site); err != nil {
		return reconcile.Result{}, fmt.Errorf("apply the deployment: %w", err)
	}
	return reconcile.Result{}, r.updateStatus(ctx, &site)
}

func (r *reconciler) applyDeployment(ctx context.Context, site *Site) error {
	labels := map[string]string{"site": site.Name}
	owner := metav1ac.OwnerReference().
		WithAPIVersion(groupVersion.String()).WithKind("Site").
		WithName(site.Name).WithUID(site.UID).
		WithController(true).WithBlockOwnerDeletion(true)
	container := corev1ac.Container().WithName("web").WithImage(site.Spec.Image).
		WithPorts(corev1ac.ContainerPort().WithContainerPort(80))
	deployment := appsv1ac.Deployment(site.Name, site.Namespace).
		WithOwnerReferences(owner).
		WithSpec(appsv1ac.DeploymentSpec().
			WithReplicas(site.Spec.Replicas).
			WithSelector(metav1ac.LabelSelector().WithMatchLabels(labels)).
			WithTemplate(corev1ac.PodTemplateSpec().
				WithLabels(labels).
				WithSpec(corev1ac.PodSpec().WithContainers(container))))
	return r.Apply(ctx, deployment, client.FieldOwner(fieldOwner), client.ForceOwnership)
}

func (r *reconciler) updateStatus(ctx context.Context, site *Site) error {
	var deployment appsv1.Deployment
	if err := r.Get(ctx, client.ObjectKeyFromObject(site), &deployment); err != nil {
		// The cache has not seen the apply yet; its event comes.
		return client.IgnoreNotFound(err)
	}
	before := site.DeepCopyObject().(*Site)
	site.Status.ReadyReplicas = deployment.Status.ReadyReplicas
	var settings corev1.ConfigMap
	switch err := r.Get(ctx, client.ObjectKeyFromObject(site), &settings); {
	case err == nil:
		site.Status.Settings = settings.ResourceVersion
	case client.IgnoreNotFound(err) != nil:
		return err
	}
	ready := metav1.Condition{
		Type: "Ready", Status: metav1.ConditionFalse, Reason: "Progressing", ObservedGeneration: site.Generation,
	}
	if deployment.Status.ReadyReplicas == site.Spec.Replicas {
		ready.Status, ready.Reason = metav1.ConditionTrue, "AllReplicasReady"
	}
	if meta.SetStatusCondition(&site.Status.Conditions, ready) && ready.Status == metav1.ConditionTrue {
		r.events.Eventf(site, nil, corev1.EventTypeNormal, "Ready", "Reconcile", "all %d replicas are ready", site.Spec.Replicas)
	}
	return r.Status().Patch(ctx, site, client.MergeFrom(before))
}

func (r *reconciler) farewell(ctx context.Context, site *Site) error {
	note := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "farewell-" + site.Name, Namespace: site.Namespace}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, note, func() error {
		note.Data = map[string]string{"site": site.Name}
		return nil
	})
	if err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(site, finalizer)
	return client.IgnoreNotFound(r.Update(ctx, site))
}

func run() error {
	namespace := flag.String("leader-election-namespace", "default", "where the Lease lies")
	flag.Parse()
	ctrl.SetLogger(zap.New(zap.UseDevMode(true)))
	scheme := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return err
	}
	scheme.AddKnownTypes(groupVersion, &Site{}, &SiteList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
	manager, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:                        scheme,
		LeaderElection:                true,
		LeaderElectionID:              "site-operator.go.example.com",
		LeaderElectionNamespace:       *namespace,
		LeaderElectionReleaseOnCancel: true,
		Metrics:                       metricsserver.Options{BindAddress: "0"},
	})
	if err != nil {
		return err
	}
	sameName := handler.EnqueueRequestsFromMapFunc(func(_ context.Context, object client.Object) []reconcile.Request {
		return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: object.GetNamespace(), Name: object.GetName()}}}
	})
	err = ctrl.NewControllerManagedBy(manager).
		For(&Site{}).
		Owns(&appsv1.Deployment{}).
		Watches(&corev1.ConfigMap{}, sameName).
		Watches(&corev1.Secret{}, sameName, builder.OnlyMetadata).
		Complete(&reconciler{Client: manager.GetClient(), events: manager.GetEventRecorder("site-operator")})
	if err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
