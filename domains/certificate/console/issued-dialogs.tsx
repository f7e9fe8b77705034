import { formFor } from '@kaopei/web'
import { Checkbox, Input } from 'antd'
import type { ReactNode } from 'react'
import { type CertificateRow, certificate } from '../contract/certificate.ts'
import { certificateStanding } from '../contract/codes.ts'

const Revoke = formFor(certificate.revoke)

interface RevokeProps {
  readonly ids: readonly string[]
  readonly onDone: () => void
  readonly onClose: () => void
}

export function RevokeDialog({ ids, onDone, onClose }: RevokeProps): ReactNode {
  return (
    <Revoke.FormDialog
      title={`撤销 ${ids.length} 张证书`}
      isDangerous
      endpoint={certificate.revoke}
      successText="已撤销"
      initialValues={{ ids: [...ids] }}
      onSaved={onDone}
      onClose={onClose}
      intro={<p className="kp-hint">撤销后不能恢复：验证页面显示“已撤销”，持证人不能再下载。需要时可以重新签发。</p>}
    >
      <Revoke.Field name="reason" label="撤销原因">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Revoke.Field>
    </Revoke.FormDialog>
  )
}

const Reissue = formFor(certificate.reissue)

export function ReissueDialog({ row, onClose }: { readonly row: CertificateRow; readonly onClose: () => void }): ReactNode {
  const isOver = row.standing === certificateStanding.expired
  return (
    <Reissue.FormDialog
      title={`换发证书：${row.number}`}
      endpoint={certificate.reissue}
      successText="已换发"
      initialValues={{ id: row.id, isRenewal: isOver, isWithoutPhoto: false }}
      onClose={onClose}
      intro={<p className="kp-hint">按当前的姓名、部门、照片和模板签发新证书，使用新的编号；原证书显示“已更换”。</p>}
    >
      <Reissue.Field name="reason" label="换发原因">
        <Input.TextArea rows={3} maxLength={200} showCount placeholder="例如：更名、遗失、续期" />
      </Reissue.Field>
      <Reissue.Field
        name="isRenewal"
        valuePropName="checked"
        required={false}
        extra={isOver ? '证书已过期，换发须重新计算有效期' : ''}
      >
        <Checkbox disabled={isOver}>重新计算有效期（续期）</Checkbox>
      </Reissue.Field>
      <Reissue.Field name="isWithoutPhoto" valuePropName="checked" required={false}>
        <Checkbox>模板需要照片而持证人没有照片时，不带照片换发</Checkbox>
      </Reissue.Field>
    </Reissue.FormDialog>
  )
}
