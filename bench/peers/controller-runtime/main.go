// The peer of bench/operator: the same operator on controller-runtime, with client-side rate limits off. It tells on
// standard output, one JSON line each, when its first reconcile ended, when it has reconciled as many objects as it
// was told to expect, and when its cache was full.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var groupVersion = schema.GroupVersion{Group: "bench.example.com", Version: "v1"}

// AppService keeps one image running behind one Service.
type AppService struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   AppServiceSpec   `json:"spec,omitempty"`
	Status AppServiceStatus `json:"status,omitempty"`
}

type AppServiceSpec struct {
	Size  int32  `json:"size"`
	Image string `json:"image"`
	Port  int32  `json:"port"`
}

type AppServiceStatus struct {
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	Replicas           int32 `json:"replicas"`
}

type AppServiceList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []AppService `json:"items"`
}

func (a *AppService) DeepCopyObject() runtime.Object {
	out := *a
	a.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	return &out
}

func (l *AppServiceList) DeepCopyObject() runtime.Object {
	out := *l
	l.ListMeta.DeepCopyInto(&out.ListMeta)
	out.Items = make([]AppService, len(l.Items))
	for i := range l.Items {
		out.Items[i] = *l.Items[i].DeepCopyObject().(*AppService)
	}
	return &out
}

// progress tells of the first reconcile, and of the one that completes the expected number of objects.
type progress struct {
	mutex  sync.Mutex
	seen   map[types.NamespacedName]struct{}
	expect int
}

func (p *progress) reconciled(name types.NamespacedName) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	before := len(p.seen)
	p.seen[name] = struct{}{}
	if len(p.seen) == before {
		return
	}
	if before == 0 {
		fmt.Println(`{"event":"first"}`)
	}
	if len(p.seen) == p.expect {
		fmt.Println(`{"event":"all"}`)
	}
}

type appServices struct {
	client.Client
	progress *progress
}

func (r *appServices) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	var app AppService
	if err := r.Get(ctx, request.NamespacedName, &app); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: app.Name, Namespace: app.Namespace}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, deployment, func() error {
		configureDeployment(deployment, &app)
		return controllerutil.SetControllerReference(&app, deployment, r.Scheme())
	}); err != nil {
		return reconcile.Result{}, err
	}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: app.Name, Namespace: app.Namespace}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, service, func() error {
		configureService(service, &app)
		return controllerutil.SetControllerReference(&app, service, r.Scheme())
	}); err != nil {
		return reconcile.Result{}, err
	}
	status := AppServiceStatus{ObservedGeneration: app.Generation, Replicas: deployment.Status.Replicas}
	if !equality.Semantic.DeepEqual(status, app.Status) {
		app.Status = status
		if err := r.Status().Update(ctx, &app); err != nil {
			return reconcile.Result{}, err
		}
	}
	r.progress.reconciled(request.NamespacedName)
	return reconcile.Result{}, nil
}

func configureDeployment(deployment *appsv1.Deployment, app *AppService) {
	labels := map[string]string{"app": app.Name}
	deployment.Labels = labels
	deployment.Spec.Replicas = &app.Spec.Size
	if deployment.Spec.Selector == nil {
		deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
	}
	deployment.Spec.Template.Labels = labels
	containers := &deployment.Spec.Template.Spec.Containers
	if len(*containers) != 1 {
		*containers = []corev1.Container{{}}
	}
	container := &(*containers)[0]
	container.Name = "app"
	container.Image = app.Spec.Image
	if len(container.Ports) != 1 {
		container.Ports = []corev1.ContainerPort{{}}
	}
	container.Ports[0].ContainerPort = app.Spec.Port
}

func configureService(service *corev1.Service, app *AppService) {
	labels := map[string]string{"app": app.Name}
	service.Labels = labels
	service.Spec.Selector = labels
	if len(service.Spec.Ports) != 1 {
		service.Spec.Ports = []corev1.ServicePort{{}}
	}
	port := &service.Spec.Ports[0]
	port.Port = 80
	port.TargetPort = intstr.FromInt32(app.Spec.Port)
}

type configMaps struct {
	client.Client
	progress *progress
}

func (r *configMaps) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	var configMap corev1.ConfigMap
	if err := r.Get(ctx, request.NamespacedName, &configMap); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	r.progress.reconciled(request.NamespacedName)
	return reconcile.Result{}, nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench peer:", err)
		os.Exit(1)
	}
}

func run() error {
	mode := flag.String("mode", "appservices", "appservices, configmaps or cache")
	expect := flag.Int("expect", 0, "how many objects there are")
	flag.Parse()
	ctrl.SetLogger(zap.New())

	scheme := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return err
	}
	scheme.AddKnownTypes(groupVersion, &AppService{}, &AppServiceList{})
	metav1.AddToGroupVersion(scheme, groupVersion)

	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	config.QPS = -1
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:  scheme,
		Metrics: metricsserver.Options{BindAddress: "0"},
	})
	if err != nil {
		return err
	}
	told := &progress{seen: map[types.NamespacedName]struct{}{}, expect: *expect}
	tenWorkers := controller.Options{MaxConcurrentReconciles: 10}
	ctx := ctrl.SetupSignalHandler()
	switch *mode {
	case "appservices":
		err = ctrl.NewControllerManagedBy(manager).For(&AppService{}).Owns(&appsv1.Deployment{}).Owns(&corev1.Service{}).
			WithOptions(tenWorkers).Complete(&appServices{Client: manager.GetClient(), progress: told})
	case "configmaps":
		err = ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).
			WithOptions(tenWorkers).Complete(&configMaps{Client: manager.GetClient(), progress: told})
	case "cache":
		if _, err = manager.GetCache().GetInformer(ctx, &corev1.ConfigMap{}); err == nil {
			go func() {
				if manager.GetCache().WaitForCacheSync(ctx) {
					fmt.Println(`{"event":"synced"}`)
				}
			}()
		}
	default:
		err = fmt.Errorf("unknown mode %q", *mode)
	}
	if err != nil {
		return err
	}
	return manager.Start(ctx)
}
