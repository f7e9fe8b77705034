import { isApiError, session } from '@kaopei/web/client'
import { type ReactNode, useRef, useState } from 'react'
import { nobody } from '../contract/rules/visible-in.ts'
import { handInWithoutName, isRefusal } from './hand-in-without-name.ts'
import { findSheet, keepSheet, newSheet, ownKey } from './kept/sheets.ts'
import { AnonymousNotice } from './notices.tsx'
import { RichText } from './rich-text.tsx'
import { Sheet } from './sheet/sheet.tsx'
import type { SheetPageProps } from './sheet-page-props.ts'

const noFiles = { accept: '', upload: undefined }

/** Of somebody who is known to answer, and whose answers are not known to be theirs: until they are handed in they lie in this browser alone. */
export function AnonymousSheet({ opened, kept, onDone }: SheetPageProps): ReactNode {
  const { questionnaireId, definition, pictureUrls, information } = opened
  const key = ownKey(session.get()?.staffId ?? '', questionnaireId)
  const [sheet, setSheet] = useState(() => kept ?? newSheet())
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const lock = useRef(false)
  const submit = async () => {
    if (lock.current) return
    lock.current = true
    setSending(true)
    setRefusal(undefined)
    try {
      onDone(await handInWithoutName(key, opened, sheet))
    } catch (error) {
      // What was refused may be mended here; what got no answer is sent again as it is.
      const hasTicket = (await findSheet(key))?.hasTicket ?? false
      setSheet({ ...sheet, hasTicket, isOnItsWay: !isRefusal(error) })
      setRefusal(isApiError(error) ? error.message : '提交失败，请稍后重试')
    }
    setSending(false)
    lock.current = false
  }
  const state = refusal && (
    <p className="problem questionnaire-state" role="alert">
      {refusal}
    </p>
  )
  if (sheet.isOnItsWay)
    return (
      <div className="qn">
        <div className="qn-end">
          <p>您的答卷已保存在这个浏览器里，但还不确定是否已经送达。请重新提交，同一份答卷只计一次。</p>
          <button type="button" className="primary" disabled={isSending} onClick={() => void submit()}>
            {isSending ? '提交中…' : '重新提交'}
          </button>
          {state}
        </div>
      </div>
    )
  return (
    <>
      <Sheet
        {...{ definition, pictureUrls, isSending }}
        person={nobody}
        seed={sheet.seed}
        answers={sheet.answers}
        files={noFiles}
        lead={
          <>
            <AnonymousNotice />
            {information && <RichText html={information} />}
          </>
        }
        onChange={(answers) => {
          const next = { ...sheet, answers }
          setSheet(next)
          void keepSheet(key, next)
        }}
        onFinish={() => void submit()}
      />
      {state}
    </>
  )
}
