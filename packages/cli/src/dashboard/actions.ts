/** What a person can do from the terminal's keys and from the page. */
export interface DashboardActions {
  /** Starts the operator anew. Absent when there is nothing to start. */
  restart?(): void;
}
