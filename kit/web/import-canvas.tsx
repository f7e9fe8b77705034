import { Drawer, Steps } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { isApiError } from './client/api-error.ts'
import { callUntyped } from './client/call.ts'
import { uploadCalls, uploadFile } from './client/upload.ts'
import { Checked } from './import-checked.tsx'
import type { ImportDrawerProps, ImportFollow, ImportInput } from './import-drawer.tsx'
import { type ImportOutcome, importOutcome } from './import-result.ts'
import { type ImportSource, type ImportStage, type ImportWish, importStep } from './import-stage.ts'
import { Choose, Done, Mapping, Uploading, Working } from './import-stages.tsx'
import { toast } from './notify.tsx'
import { useListRefresh } from './query.ts'

/** Batch import: download template → upload → check → import. Closing and 重新上传 begin anew. */
export default function ImportCanvas(props: ImportDrawerProps): ReactNode {
  const { title, open, onClose, onDone, check, extras, mapping, purpose = 'import' } = props
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
    if (outcome.kind !== 'uploadFailed' && outcome.count > 0) refresh()
  }
  const begin = (file: File) => {
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
  const close = () => {
    if (stage.kind === 'working' && stage.work !== 'check') return toast.info('正在导入，请稍候')
    reset()
    onClose()
  }
  return (
    <Drawer open={open} title={title} size={600} onClose={close} destroyOnHidden>
      <Steps size="small" current={importStep(stage)} items={stepItems(mapping !== undefined)} style={{ marginBottom: 24 }} />
      {stage.kind === 'choose' && <Choose {...props} begin={begin} />}
      {stage.kind === 'uploading' && <Uploading stage={stage} reset={reset} />}
      {stage.kind === 'mapping' && (
        <Mapping
          fields={mapping?.fields ?? []}
          stage={stage}
          action={check ? '检查数据' : '检查并导入'}
          onChoose={(chosen) => setStage({ ...stage, chosen })}
          onDone={() => void attempt((follow) => examine({ file: stage.file, columns: stage.chosen }, follow))}
          reset={reset}
        />
      )}
      {stage.kind === 'working' && <Working stage={stage} reset={reset} />}
      {stage.kind === 'checked' && check && (
        <Checked
          check={check}
          report={stage.report}
          reset={reset}
          onImport={(wish) => void attempt((follow) => write(stage.source, follow, wish))}
        />
      )}
      {stage.kind === 'done' && <Done outcome={stage.outcome} doneText={props.doneText} reset={reset} close={close} />}
    </Drawer>
  )
}

interface Follow extends ImportFollow {
  readonly show: (stage: ImportStage) => void
}

function inputOf({ file, columns }: ImportSource, extras: ImportInput | undefined): ImportInput {
  return { fileUrl: file.fileUrl, fileId: file.fileId, ...extras, ...(columns && { columnMapping: columns }) }
}

function stepItems(hasMapping: boolean) {
  return [{ title: '下载模板' }, { title: '上传文件' }, { title: hasMapping ? '匹配与检查' : '数据检查' }, { title: '导入结果' }]
}

function send(target: ImportDrawerProps['importEndpoint'], input: ImportInput, follow: ImportFollow): Promise<unknown> {
  if (typeof target === 'function') return target(input, follow)
  return callUntyped(target, input, { silent: true, timeoutMs: 300_000 })
}

function stageOfError(error: unknown): ImportStage {
  const message = isApiError(error) && error.code > 0 && error.message ? error.message : '上传失败'
  return { kind: 'done', outcome: { kind: 'uploadFailed', message } }
}
