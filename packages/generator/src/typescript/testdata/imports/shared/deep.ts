export interface Deep {
  deep: boolean;
}
export namespace Space {
  interface Hidden {
    hidden: string;
  }
  export interface Inner extends Hidden {
    inner: string;
  }
}
