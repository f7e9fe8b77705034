import { useRef, useState } from 'react'
import { isApiError } from '../client/api-error.ts'
import { callUntyped } from '../client/call.ts'
import { uploadCalls, uploadFile } from '../client/upload.ts'
import { toast } from '../notify.tsx'
import { useListRefresh } from '../query.ts'
import type { ImportDrawerProps, ImportFollow, ImportInput } from './import-drawer.tsx'
import { type ImportOutcome, importOutcome } from './import-result.ts'
import type { ImportSource, ImportStage, ImportWish } from './import-stage.ts'

export type ImportStepperProps = Omit<ImportDrawerProps, 'title' | 'open' | 'onClose'>

export interface ImportRun {
  readonly stage: ImportStage
  readonly setStage: (stage: ImportStage) => void
  readonly begin: (file: File) => void
  readonly examine: (source: ImportSource) => void
  readonly write: (source: ImportSource, wish: ImportWish) => void
  readonly reset: () => void
}

/** Batch import: download template → upload → check → import. 重新上传 begins anew. */
export function useImport(props: ImportStepperProps): ImportRun {
  const { onDone, onImported, check, extras, mapping, purpose = 'import' } = props
  const [stage, setStage] = useState<ImportStage>({ kind: 'choose' })
  const stopper = useRef<AbortController>(undefined)
  const refresh = useListRefresh()

  /** A piece of work that 重新上传 and closing give up: what it says afterwards is not heard. */
  const attempt = async (work: (follow: Follow) => Promise<ImportStage>) => {
    stopper.current?.abort()
    const controller = new AbortController()
    stopper.current = controller
    const { signal } = controller
    const show = (change: (now: ImportStage) => ImportStage) => (signal.aborted ? undefined : setStage(change))
    const onProgress = (share: number) => show((now) => ('share' in now ? { ...now, share } : now))
    const next = await work({ onProgress, signal, show: (now) => show(() => now) }).catch(stageOfError)
    if (signal.aborted) return
    setStage(next)
    if (next.kind === 'done') tell(next.outcome)
  }
  const tell = (outcome: ImportOutcome) => {
    if (outcome.kind === 'success') toast.success('导入成功')
    if (outcome.kind === 'success') onDone?.(outcome.result)
    if (outcome.kind !== 'uploadFailed' && outcome.count > 0 && outcome.result) onImported?.(outcome.result)
    if (outcome.kind !== 'uploadFailed' && outcome.count > 0) refresh()
  }
  const begin = (file: File) => {
    if (props.whyNot !== undefined) return toast.warning(props.whyNot)
    const refusal = uploadCalls().problem(purpose, { name: file.name, sizeBytes: file.size })
    if (refusal) return toast.error(refusal)
    void attempt(async (follow) => {
      follow.show({ kind: 'uploading', share: 0, name: file.name })
      const stored = await uploadFile(file, { purpose, signal: follow.signal, onProgress: follow.onProgress })
      if (!mapping) return examine({ file: stored }, follow)
      const preview = await mapping.preview(stored)
      const chosen = preview.suggestion ?? {}
      if (preview.isTemplate) return examine({ file: stored, columns: chosen }, follow)
      return { kind: 'mapping', file: stored, preview, chosen }
    })
  }
  /** The check where there is one, else the import at once. */
  const examine = async (source: ImportSource, follow: Follow): Promise<ImportStage> => {
    if (!check) return write(source, follow)
    follow.show({ kind: 'working', work: 'check', name: source.file.name, share: undefined })
    const answer = await check.run(inputOf(source, extras), follow)
    if ('errMessage' in answer) return { kind: 'done', outcome: importOutcome(answer) }
    return { kind: 'checked', source, report: answer }
  }
  const write = async (source: ImportSource, follow: Follow, wish?: ImportWish): Promise<ImportStage> => {
    follow.show({ kind: 'working', work: wish ? 'import' : 'both', name: source.file.name, share: undefined })
    const answer = await send(props.importEndpoint, { ...inputOf(source, extras), ...wish }, follow)
    return { kind: 'done', outcome: importOutcome(answer) }
  }
  const reset = () => {
    stopper.current?.abort()
    setStage({ kind: 'choose' })
  }
  return {
    stage,
    setStage,
    begin: (file) => void begin(file),
    examine: (source) => void attempt((follow) => examine(source, follow)),
    write: (source, wish) => void attempt((follow) => write(source, follow, wish)),
    reset,
  }
}

interface Follow extends ImportFollow {
  readonly show: (stage: ImportStage) => void
}

function inputOf({ file, columns }: ImportSource, extras: ImportInput | undefined): ImportInput {
  return { fileUrl: file.fileUrl, fileId: file.fileId, ...extras, ...(columns && { columnMapping: columns }) }
}

function send(target: ImportDrawerProps['importEndpoint'], input: ImportInput, follow: ImportFollow): Promise<unknown> {
  if (typeof target === 'function') return target(input, follow)
  return callUntyped(target, input, { silent: true, timeoutMs: 300_000 })
}

function stageOfError(error: unknown): ImportStage {
  const message = isApiError(error) && error.code > 0 && error.message ? error.message : '上传失败'
  return { kind: 'done', outcome: { kind: 'uploadFailed', message } }
}
