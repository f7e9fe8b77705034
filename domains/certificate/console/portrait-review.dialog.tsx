import { FocusReturn, toast, useRunner } from '@kaopei/web'
import { Button, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { certificate } from '../contract/certificate.ts'
import { type PortraitRow, portrait } from '../contract/portrait.ts'

interface Props {
  readonly person: PortraitRow
  readonly onClose: () => void
}

/** A photo that somebody has sent of themselves, beside the one in use: it is taken, or sent back with a reason. */
export function PortraitReview({ person: { staffId, name, url, offer }, onClose }: Props): ReactNode {
  const [reason, setReason] = useState('')
  const { run, isRunning } = useRunner()
  if (!offer?.fileId || offer.url === null) return null
  const { fileId } = offer
  const decide = async (isAccepted: boolean) => {
    if (!isAccepted && reason.trim() === '') return toast.error('请填写退回原因')
    const wish = { staffId, fileId, isAccepted, ...(!isAccepted && { reason }) }
    const done = await run(portrait.decide, wish, { successText: '', refreshes: [portrait.list, certificate.photoless] })
    if (!done.ok) return
    const { issuedCount } = done.data
    toast.success(isAccepted ? `照片已通过${issuedCount > 0 ? `，补签发了 ${issuedCount} 张证书` : ''}` : '照片已退回')
    onClose()
  }
  return (
    <Modal
      open
      title={`审核${name}的照片`}
      onCancel={onClose}
      footer={
        <>
          <Button danger loading={isRunning} onClick={() => void decide(false)}>
            退 回
          </Button>
          <Button type="primary" loading={isRunning} onClick={() => void decide(true)}>
            通 过
          </Button>
        </>
      }
    >
      <FocusReturn />
      <p className="kp-hint">请核对是否为本人、正面免冠、人像居中。通过后，因缺照片而等待的证书随即签发。</p>
      <div className="kp-certificate-compared">
        <Shown url={offer.url} caption="本人上传" alt={`${name}上传的照片`} />
        {url !== null && <Shown url={url} caption="使用中" alt={`${name}使用中的照片`} />}
      </div>
      <Input.TextArea
        aria-label="退回原因"
        rows={2}
        maxLength={200}
        showCount
        style={{ marginBottom: 24 }}
        placeholder="退回时填写原因，本人可见，例如：背景杂乱，请使用白色背景"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Modal>
  )
}

function Shown({ url, caption, alt }: { readonly url: string; readonly caption: string; readonly alt: string }): ReactNode {
  return (
    <figure>
      <img src={url} alt={alt} className="kp-certificate-portrait large" />
      <figcaption className="kp-hint">{caption}</figcaption>
    </figure>
  )
}
