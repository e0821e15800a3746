/** What a TLS server serves with. */
export interface CertificatePair {
  /** PEM: the server's own certificate first, then those that lead to its authority. */
  readonly certificate: string;
  /** PEM of the private key. */
  readonly key: string;
  /** PEM of the authorities that clients' certificates must be signed by. Without it clients need none. */
  readonly clientCa?: string;
}

/** Where a TLS server gets its certificate, at the start and whenever it changes. */
export interface CertificateSource {
  /**
   * Calls back with a pair as soon as there is one, and with each that follows, until the signal aborts; then it
   * resolves with nothing left behind. A pair that is handed out is whole: certificate and key belong together.
   * Rejects when no first pair can be had; what goes wrong later is logged, and the last pair stays in use.
   */
  follow(onPair: (pair: CertificatePair) => void, signal: AbortSignal): Promise<void>;
}
