export interface PressTask {
  readonly source: string
  readonly json: string
  readonly files: Readonly<Record<string, Uint8Array>>
  readonly limitMiB: number
}

export type PressAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pdf'; readonly pdf: Uint8Array }
  | { readonly kind: 'refused'; readonly reason: string }
