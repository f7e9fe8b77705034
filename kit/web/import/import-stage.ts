import type { UploadedFile } from '../client/upload.ts'
import type { MappingPreview } from './import-drawer.tsx'
import type { ImportCheckReport, ImportOutcome } from './import-result.ts'

export type ChosenColumns = Readonly<Record<string, number>>

/** A stored file with what its columns mean. */
export interface ImportSource {
  readonly file: UploadedFile
  readonly columns?: ChosenColumns | undefined
}

export interface ImportWish {
  readonly conflicts: 'skip' | 'overwrite'
  readonly isAllOrNothing: boolean
}

/** Where an import stands. */
export type ImportStage =
  | { readonly kind: 'choose' }
  | { readonly kind: 'uploading'; readonly share: number; readonly name: string }
  | { readonly kind: 'mapping'; readonly file: UploadedFile; readonly preview: MappingPreview; readonly chosen: ChosenColumns }
  | {
      readonly kind: 'working'
      readonly work: 'check' | 'import' | 'both'
      readonly name: string
      readonly share: number | undefined
    }
  | { readonly kind: 'checked'; readonly source: ImportSource; readonly report: ImportCheckReport }
  | { readonly kind: 'done'; readonly outcome: ImportOutcome }

/** The step of the bar above: download, upload, check, import. */
export function importStep(stage: ImportStage): number {
  switch (stage.kind) {
    case 'choose':
      return 0
    case 'uploading':
      return 1
    case 'mapping':
    case 'checked':
      return 2
    case 'working':
      return stage.work === 'import' ? 3 : 2
    case 'done':
      if (stage.outcome.kind === 'uploadFailed') return 1
      return stage.outcome.kind === 'success' || stage.outcome.count > 0 ? 3 : 2
  }
}

/** Leaving now would break off an upload, or leave an import whose end nobody sees. */
export function isUnderWay({ kind }: ImportStage): boolean {
  return kind === 'uploading' || kind === 'mapping' || kind === 'working'
}
