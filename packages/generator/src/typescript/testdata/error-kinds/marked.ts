/** +kubebuilder:object:root=true */
export interface NoGroup {
  spec: string;
}
