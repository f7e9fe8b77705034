import { isApiError } from '@kaopei/web/client'
import { type ReactNode, useState } from 'react'
import { contestState } from '../contract/codes.ts'

interface ContestProps {
  readonly said: { readonly contestState: number; readonly contestText: string | null; readonly contestAnswer: string | null }
  /** What was contested, where there are several. */
  readonly of?: string | undefined
  /** Answers when the server has it. */
  readonly send: (text: string) => Promise<unknown>
  readonly onDone: () => void
}

/** What somebody says against a result of theirs, the answer, and the way to say it. */
export function Contest({ said, of = '', send, onDone }: ContestProps): ReactNode {
  const { contestState: state, contestText, contestAnswer } = said
  const [text, setText] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const contest = async () => {
    setIsSending(true)
    setProblem(undefined)
    try {
      await send(text)
      setText('')
      onDone()
    } catch (error) {
      setProblem(isApiError(error) ? error.message : '提交失败，请检查网络后重试')
    } finally {
      setIsSending(false)
    }
  }
  return (
    <section className="ev-card" aria-label="异议">
      <h2>对结果有异议</h2>
      {contestText && (
        <p>
          您{of}提出的异议：{contestText}
        </p>
      )}
      {contestAnswer && <p>答复：{contestAnswer}</p>}
      {state === contestState.open ? (
        <p className="note">已提交，负责人答复后会显示在这里。</p>
      ) : (
        <>
          <label className="ev-contest">
            请写明您认为哪里不符、为什么
            <textarea rows={3} maxLength={1000} value={text} onChange={({ target }) => setText(target.value)} />
          </label>
          {problem && (
            <p className="problem" role="alert">
              {problem}
            </p>
          )}
          <button type="button" disabled={text.trim() === '' || isSending} onClick={() => void contest()}>
            提出异议
          </button>
        </>
      )}
    </section>
  )
}
