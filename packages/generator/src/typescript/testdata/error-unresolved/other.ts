export interface Present {}
