import { ActionButton, FocusReturn, toast, UploadField, useRunner } from '@kaopei/web'
import { Alert, Modal } from 'antd'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Photoless } from '../contract/certificate.ts'
import { certificate } from '../contract/certificate.ts'
import { mostPortraitsAtOnce, portrait } from '../contract/portrait.ts'
import { shrinkPortrait } from './shrink-portrait.ts'

type Uploaded = NonNullable<ComponentProps<typeof UploadField>['value']>
const refreshes = [portrait.list, certificate.photoless]
const hint = 'png 或 jpg 图片，不超过 2 兆'

interface PortraitProps {
  readonly person: Pick<Photoless, 'staffId' | 'name'>
  readonly onClose: () => void
}

/** The photo of one person: the one before stays on the certificates that have it. */
export function PortraitDialog({ person: { staffId, name }, onClose }: PortraitProps): ReactNode {
  const [files, setFiles] = useState<Uploaded>([])
  const { run, isRunning } = useRunner()
  const [file] = files
  const save = async () => {
    if (!file) return toast.error('请先上传照片')
    const saved = await run(portrait.save, { staffId, fileId: file.fileId }, { successText: '照片已保存', refreshes })
    if (saved.ok) onClose()
  }
  return (
    <Modal
      open
      title={`${name}的照片`}
      okText="确 定"
      cancelText="取 消"
      confirmLoading={isRunning}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <FocusReturn />
      <p className="kp-hint">
        请使用正面免冠、人像居中的照片，大图会自动缩小。之后签发和换发的证书、打印的准考证使用新照片；已签发的证书保持签发时的照片。
      </p>
      <UploadField
        purpose="portrait"
        replace
        limit={1}
        value={files}
        onChange={setFiles}
        text="选择照片"
        hint={hint}
        prepare={shrinkPortrait}
      />
      {file && <img src={file.fileUrl} alt={`${name}的新照片`} className="kp-certificate-portrait large" />}
    </Modal>
  )
}

/** They see it among their certificates, and send one of themselves. */
export function AskForPhotos({ ids, onDone }: { readonly ids: readonly string[]; readonly onDone?: () => void }): ReactNode {
  return (
    <ActionButton
      size="small"
      endpoint={portrait.ask}
      input={{ ids: [...ids] }}
      successText=""
      refreshes={[portrait.list]}
      onDone={({ askedCount }) => {
        const left = ids.length - askedCount
        toast.success(`已请 ${askedCount} 人上传照片${left > 0 ? `，${left} 人已有照片或已请过` : ''}`)
        onDone?.()
      }}
    >
      请本人上传
    </ActionButton>
  )
}

interface Unmatched {
  readonly name: string
  readonly reason: string
}

/** Many at once, called by job numbers or accounts. */
export function PortraitBatchDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [files, setFiles] = useState<Uploaded>([])
  const [unmatched, setUnmatched] = useState<readonly Unmatched[]>([])
  const { run, isRunning } = useRunner()
  const save = async () => {
    if (files.length === 0) return toast.error('请先上传照片')
    const saved = await run(portrait.saveMany, { fileIds: files.map(({ fileId }) => fileId) }, { successText: '', refreshes })
    if (!saved.ok) return
    const { savedCount, unmatched: left } = saved.data
    setFiles([])
    setUnmatched(left)
    if (left.length > 0) return toast.info(`已保存 ${savedCount} 人的照片，${left.length} 张没有用上`)
    toast.success(`已保存 ${savedCount} 人的照片`)
    onClose()
  }
  return (
    <Modal
      open
      title="批量上传照片"
      okText="保存照片"
      cancelText="关 闭"
      confirmLoading={isRunning}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <FocusReturn />
      <p className="kp-hint">文件名须为工号或账号，例如 A00128.jpg；一次最多 {mostPortraitsAtOnce} 张，大图会自动缩小。</p>
      <div className="kp-certificate-batch">
        <UploadField
          purpose="portrait"
          limit={mostPortraitsAtOnce}
          value={files}
          onChange={setFiles}
          text="选择照片"
          hint={hint}
          prepare={shrinkPortrait}
        />
      </div>
      {unmatched.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${unmatched.length} 张照片没有用上`}
          description={
            <ul className="kp-certificate-unmatched">
              {unmatched.map(({ name, reason }) => (
                <li key={name}>
                  {name}：{reason}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </Modal>
  )
}
