import { CheckCircleFilled, CloseCircleFilled, DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import type { Endpoint } from '@kaopei/contract'
import { Alert, Button, Drawer, Progress, Select, Spin, Steps, Upload } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { isApiError } from './client/api-error.ts'
import { callUntyped } from './client/call.ts'
import { fetchFile, saveBlob, saveUrl } from './client/download.ts'
import { type UploadedFile, uploadCalls, uploadFile } from './client/upload.ts'
import type { ImportDrawerProps } from './import-drawer.tsx'
import { type ImportOutcome, importOutcome } from './import-result.ts'
import { toast } from './notify.tsx'
import { useListRefresh } from './query.ts'

type Stage =
  | { readonly kind: 'choose' }
  | { readonly kind: 'uploading'; readonly share: number; readonly name: string }
  | {
      readonly kind: 'mapping'
      readonly file: UploadedFile
      readonly headers: readonly string[]
      readonly chosen: Readonly<Record<string, number>>
    }
  | { readonly kind: 'checking'; readonly name: string }
  | { readonly kind: 'done'; readonly outcome: ImportOutcome }

/** Batch import: download template → upload → check → import. Closing and 重新上传 begin anew. */
export default function ImportCanvas(props: ImportDrawerProps): ReactNode {
  const { title, open, onClose, onDone, extras, mapping, purpose = 'import' } = props
  const [stage, setStage] = useState<Stage>({ kind: 'choose' })
  const stopper = useRef<AbortController>(undefined)
  const refresh = useListRefresh()

  const begin = async (file: File) => {
    const refusal = uploadCalls().problem(purpose, { name: file.name, sizeBytes: file.size })
    if (refusal) return toast.error(refusal)
    stopper.current = new AbortController()
    const { signal } = stopper.current
    const show = (share: number) => setStage({ kind: 'uploading', share, name: file.name })
    show(0)
    try {
      const stored = await uploadFile(file, { purpose, signal, onProgress: show })
      if (!mapping) return await run(stored)
      const { headers, suggestion } = await mapping.preview(stored)
      setStage({ kind: 'mapping', file: stored, headers, chosen: suggestion ?? {} })
    } catch (error) {
      if (!signal.aborted) setStage({ kind: 'done', outcome: failed(error) })
    }
  }
  const run = async (file: UploadedFile, columnMapping?: Readonly<Record<string, number>>) => {
    setStage({ kind: 'checking', name: file.name })
    try {
      const input = { fileUrl: file.fileUrl, fileId: file.fileId, ...extras, ...(columnMapping && { columnMapping }) }
      const outcome = importOutcome(await send(props.importEndpoint, input))
      setStage({ kind: 'done', outcome })
      if (outcome.kind === 'success') toast.success('导入成功')
      if (outcome.kind === 'success') onDone?.(outcome.result)
      if (outcome.kind !== 'uploadFailed' && outcome.count > 0) refresh()
    } catch (error) {
      setStage({ kind: 'done', outcome: failed(error) })
    }
  }
  const reset = () => {
    stopper.current?.abort()
    setStage({ kind: 'choose' })
  }
  const close = () => {
    if (stage.kind === 'checking') return toast.info('正在导入，请稍候')
    reset()
    onClose()
  }

  return (
    <Drawer open={open} title={title} size={600} onClose={close} destroyOnHidden>
      <Steps size="small" current={stepOf(stage)} items={stepItems(mapping !== undefined)} style={{ marginBottom: 24 }} />
      <Stages
        {...props}
        stage={stage}
        begin={(file) => void begin(file)}
        run={run}
        reset={reset}
        setStage={setStage}
        close={close}
      />
    </Drawer>
  )
}

function stepItems(hasMapping: boolean) {
  return [{ title: '下载模板' }, { title: '上传文件' }, { title: hasMapping ? '匹配与检查' : '数据检查' }, { title: '导入结果' }]
}

function stepOf(stage: Stage): number {
  switch (stage.kind) {
    case 'choose':
      return 0
    case 'uploading':
      return 1
    case 'mapping':
    case 'checking':
      return 2
    case 'done':
      return stage.outcome.kind === 'success' ? 3 : stage.outcome.kind === 'checkFailed' ? 2 : 1
  }
}

function send(target: ImportDrawerProps['importEndpoint'], input: Readonly<Record<string, unknown>>): Promise<unknown> {
  return typeof target === 'function' ? target(input) : callUntyped(target, input, { silent: true, timeoutMs: 300_000 })
}

function failed(error: unknown): ImportOutcome {
  return { kind: 'uploadFailed', message: isApiError(error) && error.code > 0 && error.message ? error.message : '上传失败' }
}

interface StagesProps extends ImportDrawerProps {
  readonly stage: Stage
  readonly begin: (file: File) => void
  readonly run: (file: UploadedFile, mapping: Readonly<Record<string, number>>) => Promise<void>
  readonly reset: () => void
  readonly close: () => void
  readonly setStage: (stage: Stage) => void
}

function Stages(props: StagesProps): ReactNode {
  const { stage } = props
  switch (stage.kind) {
    case 'choose':
      return <Choose {...props} />
    case 'uploading':
      return (
        <div className="kp-import-state">
          <Progress type="circle" percent={Math.floor(stage.share * 100)} size={96} aria-label="上传进度" />
          <p>正在上传 {stage.name}</p>
          <Button onClick={props.reset}>取消上传</Button>
        </div>
      )
    case 'mapping':
      return <Mapping {...props} stage={stage} />
    case 'checking':
      return (
        <div className="kp-import-state">
          <Spin size="large" />
          <p>正在检查并导入 {stage.name}，请不要关闭窗口</p>
        </div>
      )
    case 'done':
      return <Done {...props} outcome={stage.outcome} />
  }
}

function Choose({ templateEndpoint, templateInput, purpose = 'import', hint, begin }: StagesProps): ReactNode {
  const [isLoading, setLoading] = useState(false)
  const download = async (endpoint: Endpoint) => {
    setLoading(true)
    // A failure has been shown by then.
    const file = await fetchFile(endpoint, templateInput).catch(() => undefined)
    if (file) saveBlob(file.blob, file.name)
    setLoading(false)
  }
  return (
    <>
      {templateEndpoint && (
        <div className="kp-import-line">
          <span>1. 下载模板，按模板要求填写数据</span>
          <Button icon={<DownloadOutlined />} loading={isLoading} onClick={() => void download(templateEndpoint)}>
            下载模板
          </Button>
        </div>
      )}
      <div className="kp-import-line">
        <span>{templateEndpoint ? '2. 上传填写好的文件' : '上传文件'}</span>
      </div>
      <Upload.Dragger
        accept={uploadCalls().accept(purpose)}
        maxCount={1}
        height={200}
        showUploadList={false}
        beforeUpload={(file) => {
          begin(file)
          return false
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">点击或将文件拖到此处上传</p>
        <p className="ant-upload-hint">支持 {uploadCalls().accept(purpose).split(',').join('、')} 格式，一次一个文件</p>
      </Upload.Dragger>
      {hint && <div className="kp-hint kp-import-hint">{hint}</div>}
    </>
  )
}

function Mapping({
  mapping,
  stage,
  setStage,
  run,
  reset,
}: StagesProps & { readonly stage: Stage & { kind: 'mapping' } }): ReactNode {
  const fields = mapping?.fields ?? []
  const missing = fields.filter(({ name, isRequired }) => isRequired && stage.chosen[name] === undefined)
  const options = stage.headers.map((label, value) => ({ value, label: label || `第 ${value + 1} 列` }))
  return (
    <>
      <p className="kp-hint">请确认文件中的列分别对应什么内容</p>
      {fields.map(({ name, label, isRequired }) => (
        <div className="kp-import-line" key={name}>
          <label htmlFor={`mapping-${name}`}>
            {label}
            {isRequired && <span className="kp-star"> *</span>}
          </label>
          <Select
            id={`mapping-${name}`}
            style={{ width: 280 }}
            allowClear={!isRequired}
            placeholder="不导入"
            value={stage.chosen[name]}
            options={options}
            onChange={(column: number | undefined) => {
              const { [name]: _before, ...rest } = stage.chosen
              setStage({ ...stage, chosen: column === undefined ? rest : { ...rest, [name]: column } })
            }}
          />
        </div>
      ))}
      {missing.length > 0 && <Alert type="warning" title={`请选择：${missing.map(({ label }) => label).join('、')}`} showIcon />}
      <div className="kp-drawer-footer kp-import-buttons">
        <Button onClick={reset}>重新上传</Button>
        <Button type="primary" disabled={missing.length > 0} onClick={() => void run(stage.file, stage.chosen)}>
          检查并导入
        </Button>
      </div>
    </>
  )
}

function Done({ outcome, reset, close }: StagesProps & { readonly outcome: ImportOutcome }): ReactNode {
  if (outcome.kind === 'success') {
    return (
      <div className="kp-import-state">
        <CheckCircleFilled style={{ color: '#2f9e44', fontSize: 48 }} />
        <h3>数据检查完成</h3>
        <p>成功导入 {outcome.count} 条数据</p>
        <Button type="primary" onClick={close}>
          完 成
        </Button>
      </div>
    )
  }
  const isCheck = outcome.kind === 'checkFailed'
  return (
    <div className="kp-import-state">
      <CloseCircleFilled style={{ color: '#d92d20', fontSize: 48 }} />
      <h3>{isCheck ? `数据格式异常，${outcome.title}` : '上传失败'}</h3>
      {isCheck && outcome.count > 0 && <p>其中 {outcome.count} 条数据已成功导入</p>}
      {outcome.message && outcome.message !== '上传失败' && <p className="kp-import-message">{outcome.message}</p>}
      <div className="kp-import-choices">
        {isCheck && outcome.url && <FailureFile url={outcome.url} name={outcome.fileName} />}
        <Button onClick={reset}>重新上传</Button>
      </div>
    </div>
  )
}

function FailureFile({ url, name }: { readonly url: string; readonly name: string }): ReactNode {
  return (
    <Button type="primary" icon={<DownloadOutlined />} onClick={() => saveUrl(url, name)}>
      下载失败明细
    </Button>
  )
}
