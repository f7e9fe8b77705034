import { type ReactNode, useState } from 'react'
import type { OpenedEvaluation } from '../contract/answering.ts'
import { raterRole } from '../contract/codes.ts'

interface ConsentProps {
  readonly opened: OpenedEvaluation
  readonly onAgree: () => Promise<string | undefined>
}

/** What is asked, what for, who sees it and how long: before the first item. */
export function Consent({ opened, onAgree }: ConsentProps): ReactNode {
  const [isAgreed, setAgreed] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { consent, information, purpose, itemCount, limitMinutes, role, personName } = opened
  const isAboutOther = role !== raterRole.self
  const start = async () => {
    setStarting(true)
    setProblem(await onAgree())
    setStarting(false)
  }
  return (
    <section className="ev-card" aria-label="知情同意">
      {isAboutOther && (
        <p className="ev-about">
          您将以<strong>{raterRole.label(role)}</strong>的身份评价<strong>{personName}</strong>。
        </p>
      )}
      {information && <p>{information}</p>}
      {purpose && <p>{purpose}</p>}
      <dl className="ev-facts">
        <dt>题目</dt>
        <dd>
          {itemCount} 题{limitMinutes === null ? '，不限时' : `，限时 ${limitMinutes} 分钟，开始后不能暂停计时`}
        </dd>
        <dt>使用目的</dt>
        <dd>{consent.purpose}</dd>
        <dt>谁能看到</dt>
        <dd>{consent.readers}</dd>
        <dt>保存多久</dt>
        <dd>{consent.retentionMonths} 个月，期满自动删除</dd>
        {isAboutOther && (
          <>
            <dt>匿名</dt>
            <dd>同一角色满三人才计算平均，不足三人不出现在任何数字里；结束前可以退出，退出后不计入。</dd>
          </>
        )}
      </dl>
      <label className="ev-agree">
        <input type="checkbox" checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)} />
        我已阅读并同意（第 {consent.versionNumber} 版）
      </label>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="button" className="primary" disabled={!isAgreed || isStarting} onClick={() => void start()}>
        {isStarting ? '正在打开…' : '开始作答'}
      </button>
    </section>
  )
}
