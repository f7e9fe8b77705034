import { CheckCircleFilled, CloseCircleFilled, DownloadOutlined, ExclamationCircleFilled, InboxOutlined } from '@ant-design/icons'
import type { Endpoint } from '@kaopei/contract'
import { Alert, Button, Progress, Select, Spin, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { fetchFile, saveBlob, saveUrl } from '../client/download.ts'
import { uploadCalls } from '../client/upload.ts'
import type { ColumnMapping, ImportDrawerProps } from './import-drawer.tsx'
import type { ImportOutcome } from './import-result.ts'
import type { ChosenColumns, ImportStage } from './import-stage.ts'
import './import.css'

type Stage<Kind extends ImportStage['kind']> = Extract<ImportStage, { kind: Kind }>
type Reset = { readonly reset: () => void }

type ChooseProps = Pick<ImportDrawerProps, 'templateEndpoint' | 'templateInput' | 'purpose' | 'options' | 'hint'>

export function Choose(props: ChooseProps & { readonly begin: (file: File) => void }): ReactNode {
  const { templateEndpoint, templateInput, purpose = 'import', options, hint, begin } = props
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
      {options}
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

export function Uploading({ stage, reset }: Reset & { readonly stage: Stage<'uploading'> }): ReactNode {
  return (
    <div className="kp-import-state">
      <Progress type="circle" percent={Math.floor(stage.share * 100)} size={96} aria-label="上传进度" />
      <p>正在上传 {stage.name}</p>
      <Button onClick={reset}>取消上传</Button>
    </div>
  )
}

const workWords = { check: '正在检查', import: '正在导入', both: '正在检查并导入' } as const

export function Working({ stage, reset }: Reset & { readonly stage: Stage<'working'> }): ReactNode {
  const { work, name, share } = stage
  return (
    <div className="kp-import-state" role="status">
      {share === undefined ? (
        <Spin size="large" />
      ) : (
        <Progress type="circle" percent={Math.floor(share * 100)} size={96} aria-label={`${workWords[work]}的进度`} />
      )}
      <p>
        {workWords[work]} {name}
        {work !== 'check' && '，请不要关闭窗口'}
      </p>
      {work === 'check' && <Button onClick={reset}>重新上传</Button>}
    </div>
  )
}

interface MappingProps extends Reset {
  readonly fields: ColumnMapping['fields']
  readonly stage: Stage<'mapping'>
  readonly action: string
  readonly onChoose: (chosen: ChosenColumns) => void
  readonly onDone: () => void
}

/** Each field with the column it comes from and what stands there. */
export function Mapping({ fields, stage, action, onChoose, onDone, reset }: MappingProps): ReactNode {
  const { chosen, preview } = stage
  const missing = fields.filter(({ name, isRequired }) => isRequired && chosen[name] === undefined)
  const taken = new Set(Object.values(chosen))
  const optionsFor = (own: number | undefined) =>
    preview.headers.map((label, value) => ({
      value,
      label: label || `第 ${value + 1} 列`,
      disabled: taken.has(value) && value !== own,
    }))
  return (
    <>
      <p className="kp-hint">请确认文件中的列分别对应什么内容</p>
      {preview.warnings?.map((warning) => (
        <Alert key={warning} type="warning" title={warning} showIcon style={{ marginBottom: 12 }} />
      ))}
      {fields.map(({ name, label, isRequired }) => (
        <div className="kp-import-line" key={name}>
          <label htmlFor={`mapping-${name}`}>
            {label}
            {isRequired && <span className="kp-star"> *</span>}
          </label>
          <div className="kp-import-column">
            <Select
              id={`mapping-${name}`}
              style={{ width: '100%' }}
              allowClear={!isRequired}
              placeholder="不导入"
              value={chosen[name]}
              options={optionsFor(chosen[name])}
              onChange={(column: number | undefined) => {
                const { [name]: _before, ...rest } = chosen
                onChoose(column === undefined ? rest : { ...rest, [name]: column })
              }}
            />
            <Sample rows={preview.samples ?? []} column={chosen[name]} />
          </div>
        </div>
      ))}
      {missing.length > 0 && <Alert type="warning" title={`请选择：${missing.map(({ label }) => label).join('、')}`} showIcon />}
      <div className="kp-drawer-footer kp-import-buttons">
        <Button onClick={reset}>重新上传</Button>
        <Button type="primary" disabled={missing.length > 0} onClick={onDone}>
          {action}
        </Button>
      </div>
    </>
  )
}

function Sample(props: { readonly rows: readonly (readonly string[])[]; readonly column: number | undefined }): ReactNode {
  const { rows, column } = props
  const text = column === undefined ? undefined : rows.map((row) => row[column]).find((cell) => cell)
  return text ? (
    <div className="kp-import-sample" title={text}>
      例：{text}
    </div>
  ) : null
}

interface DoneProps extends Reset {
  readonly outcome: ImportOutcome
  readonly doneText: ImportDrawerProps['doneText']
  readonly close: () => void
}

export function Done({ outcome, doneText, reset, close }: DoneProps): ReactNode {
  if (outcome.kind === 'success') {
    return (
      <div className="kp-import-state" role="status">
        <CheckCircleFilled style={{ color: '#2f9e44', fontSize: 48 }} />
        <h3>数据检查完成</h3>
        <p>成功导入 {outcome.count} 条数据</p>
        {doneText && <p className="kp-import-message">{doneText(outcome.result)}</p>}
        <Button type="primary" onClick={close}>
          完成
        </Button>
      </div>
    )
  }
  const isCheck = outcome.kind === 'checkFailed'
  // What went in is in: only an import of nothing has failed.
  const isPartial = isCheck && outcome.count > 0
  const Icon = isPartial ? ExclamationCircleFilled : CloseCircleFilled
  return (
    <div className="kp-import-state" role="alert">
      <Icon style={{ color: isPartial ? '#d97706' : '#d92d20', fontSize: 48 }} />
      <h3>{isCheck ? `数据格式异常，${outcome.title}` : '上传失败'}</h3>
      {isPartial && <p>其中 {outcome.count} 条数据已成功导入</p>}
      {outcome.message && outcome.message !== '上传失败' && <p className="kp-import-message">{outcome.message}</p>}
      <div className="kp-import-choices">
        {isCheck && outcome.url && <FailureFile url={outcome.url} name={outcome.fileName} />}
        <Button onClick={reset}>重新上传</Button>
        {isPartial && <Button onClick={close}>完成</Button>}
      </div>
    </div>
  )
}

export function FailureFile({ url, name }: { readonly url: string; readonly name: string }): ReactNode {
  return (
    <Button type="primary" ghost icon={<DownloadOutlined />} onClick={() => saveUrl(url, name)}>
      下载失败明细
    </Button>
  )
}
