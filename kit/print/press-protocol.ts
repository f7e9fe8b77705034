export interface PrintTask {
  readonly kind: 'print'
  readonly source: string
  readonly json: string
  readonly files: Readonly<Record<string, Uint8Array>>
  /** Where the press writes it; otherwise it is in the answer. */
  readonly to?: string
  readonly limitMiB: number
}

/** The pages of these files, one after the other, into one. */
export interface JoinTask {
  readonly kind: 'join'
  readonly paths: readonly string[]
  readonly to: string
  readonly limitMiB: number
}

export type PressTask = PrintTask | JoinTask

export type PressAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pdf'; readonly pdf: Uint8Array }
  | { readonly kind: 'written' }
  | { readonly kind: 'refused'; readonly reason: string }
