import { CodeTag, copyText, formatInstant, Loaded, useCall } from '@kaopei/web'
import { Button, Descriptions, Drawer, Timeline } from 'antd'
import type { ReactNode } from 'react'
import { certificate } from '../contract/certificate.ts'
import { certificateStanding, eventWords } from '../contract/codes.ts'

export interface DetailProps {
  readonly id: string
  readonly onClose: () => void
}

/** What stands on a certificate, where it is verified, and what happened to it. */
export default function IssuedDetail({ id, onClose }: DetailProps): ReactNode {
  const asked = useCall(certificate.detail, { id })
  return (
    <Drawer open title="证书详情" size={640} onClose={onClose}>
      <Loaded of={asked}>
        {(found) => (
          <>
            <Descriptions column={1} size="small" bordered>
              <Descriptions.Item label="状态">
                <CodeTag codes={certificateStanding} value={found.standing} />
              </Descriptions.Item>
              {found.facts.map(({ label, value }) => (
                <Descriptions.Item key={label} label={label}>
                  {value}
                </Descriptions.Item>
              ))}
              {found.photoUrl !== null && (
                <Descriptions.Item label="照片">
                  <img src={found.photoUrl} alt={`${found.holderName}签发时的照片`} className="kp-certificate-portrait" />
                </Descriptions.Item>
              )}
              <Descriptions.Item label="签发规则">{found.ruleName}</Descriptions.Item>
              {found.replaces !== null && <Descriptions.Item label="更换了">{found.replaces}</Descriptions.Item>}
              {found.replacedBy !== null && <Descriptions.Item label="被更换为">{found.replacedBy}</Descriptions.Item>}
              <Descriptions.Item label="验证地址">
                <a href={found.link} target="_blank" rel="noreferrer" className="kp-certificate-long">
                  {found.link}
                </a>{' '}
                <Button size="small" onClick={() => void copyText(found.link)}>
                  复制
                </Button>
              </Descriptions.Item>
              <Descriptions.Item label="文件指纹">
                <span className="kp-certificate-long">{found.sha256 ?? '首次下载后生成'}</span>
              </Descriptions.Item>
            </Descriptions>
            <h3 className="kp-certificate-history">记录</h3>
            <Timeline
              items={found.events.map(({ kind, reason, byName, at }, index) => ({
                key: index,
                content: (
                  <>
                    <strong>{eventWords[kind]}</strong> {formatInstant(at)} {byName || '系统'}
                    {reason !== '' && <div className="kp-hint">{reason}</div>}
                  </>
                ),
              }))}
            />
          </>
        )}
      </Loaded>
    </Drawer>
  )
}
