import type { OutputOf } from '@kaopei/contract'
import { JobProgress } from '@kaopei/jobs/parts'
import { Dash, formatInstant, formFor, Loaded, RightButton, ToneTag, useCall } from '@kaopei/web'
import { Descriptions, Input, Modal, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { evidence } from '../../contract/evidence/evidence.ts'
import { differenceWords } from './difference-words.ts'
import './differences.css'

type Seal = OutputOf<typeof evidence.seal>

/** 记录封存与证据包: the chain's heads, what the night found, and the pack for whoever has to be shown. */
export function SealPanel({ resultId }: { readonly resultId: string }): ReactNode {
  const asked = useCall(evidence.seal, { examinationResultId: resultId })
  return (
    <section className="kp-card" aria-label="记录封存与证据包">
      <div className="kp-verdict-head">
        <h2 className="kp-verdict-title">记录封存与证据包</h2>
        <PackButton resultId={resultId} />
      </div>
      <Loaded of={asked} skeleton={<Skeleton active paragraph={{ rows: 3 }} />}>
        {(found) => <Facts found={found} />}
      </Loaded>
    </section>
  )
}

function Facts({ found }: { readonly found: Seal }): ReactNode {
  const { handInHead, head, rowCount, sealedTime, signedTime, differences, checkedTime } = found
  return (
    <Descriptions
      size="small"
      column={1}
      items={[
        { key: 'first', label: '交卷时的记录指纹', children: <Dash>{handInHead}</Dash> },
        { key: 'head', label: '当前记录指纹', children: <Dash>{head}</Dash> },
        {
          key: 'sealed',
          label: '封存',
          children: sealedTime === null ? '交卷后自动封存' : `${formatInstant(sealedTime)}，共 ${rowCount} 条记录`,
        },
        { key: 'signed', label: '每夜签名', children: signedTime === null ? '将于今夜签名' : formatInstant(signedTime) },
        { key: 'checked', label: '按事件重建核对', children: <Rebuilt differences={differences} checkedTime={checkedTime} /> },
      ]}
    />
  )
}

function Rebuilt({ differences, checkedTime }: Pick<Seal, 'differences' | 'checkedTime'>): ReactNode {
  if (differences === null) return '将于今夜核对'
  if (differences.length === 0) return <ToneTag tone="success">{`一致（${formatInstant(checkedTime)}）`}</ToneTag>
  return (
    <div>
      <ToneTag tone="danger">{`${differences.length} 处不一致（${formatInstant(checkedTime)}）`}</ToneTag>
      <ul className="kp-differences">
        {differences.map((difference) => (
          <li key={difference.field}>{differenceWords(difference)}</li>
        ))}
      </ul>
    </div>
  )
}

const { Field, FormDialog } = formFor(evidence.pack)

function PackButton({ resultId }: { readonly resultId: string }): ReactNode {
  const [isAsked, setAsked] = useState(false)
  const [jobId, setJobId] = useState<string>()
  return (
    <>
      <RightButton right={evidence.pack} onClick={() => setAsked(true)}>
        导出证据包
      </RightButton>
      {isAsked && (
        <FormDialog
          title="导出证据包"
          endpoint={evidence.pack}
          initialValues={{ examinationResultId: resultId }}
          intro={<p className="kp-hint">证据包含考生的作答、录像与照片，属于个人信息。本次导出会记录您的姓名、时间和原因。</p>}
          okText="导 出"
          successText="已开始制作证据包"
          onSaved={(answer) => setJobId(answer.jobId)}
          onClose={() => setAsked(false)}
        >
          <Field name="reason" label="导出原因" required>
            <Input.TextArea maxLength={200} showCount rows={3} placeholder="例如：考生申诉，提交第三方核验" />
          </Field>
        </FormDialog>
      )}
      <Modal open={jobId !== undefined} title="导出证据包" footer={null} onCancel={() => setJobId(undefined)} destroyOnHidden>
        <p className="kp-hint">关闭窗口不影响制作，完成后可在下载中心找到文件；解压后打开 verify.html 可离线核验。</p>
        {jobId !== undefined && <JobProgress jobId={jobId} />}
      </Modal>
    </>
  )
}
