import type { OutputOf } from '@kaopei/contract'
import { Show, useLoad } from '@kaopei/web/candidate'
import { assemblyInfo, call, isApiError } from '@kaopei/web/client'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { questionnaireLink } from '../contract/learn.ts'
import { findSheet, forgetSheet, type KeptSheet, keepSheet, linkKey, newSheet } from './kept/sheets.ts'
import { EndPage, LinkNotice } from './notices.tsx'
import { whyClosed } from './why-closed.ts'
import './pages.css'
import { RichText } from './rich-text.tsx'
import { keptAnswers } from './sheet/kept-answers.ts'
import { Sheet } from './sheet/sheet.tsx'
import './sheet/sheet.css'

type Opened = OutputOf<typeof questionnaireLink.open>
const noFiles = { accept: '', upload: undefined }

/** /questionnaire?token=…: a questionnaire for whoever has its link, without an account. */
export default function LinkPage(): ReactNode {
  const token = new URLSearchParams(location.search).get('token') ?? ''
  const load = useCallback(async () => {
    await assemblyInfo()
    try {
      const opened = await call(questionnaireLink.open, { token }, { silent: true, as: 'nobody' })
      return { opened, kept: await findSheet(linkKey(opened.questionnaireId)) }
    } catch (error) {
      // A refusal is an answer, with words of its own; without an answer it is tried again.
      if (isApiError(error) && !error.isForeign && error.code > 0) return { refusal: error.message }
      throw error
    }
  }, [token])
  const loaded = useLoad(load)
  return (
    <main className="page narrow questionnaire-page">
      <Show loaded={loaded}>
        {(found) =>
          'refusal' in found ? <EndPage text={found.refusal ?? ''} /> : <Known {...found} token={token} onAgain={loaded.reload} />
        }
      </Show>
    </main>
  )
}

interface KnownProps {
  readonly opened: Opened
  readonly kept: KeptSheet | undefined
  readonly token: string
  readonly onAgain: () => void
}

function Known({ opened, kept, token, onAgain }: KnownProps): ReactNode {
  const { questionnaireId, name, companyName, definition, person, pictureUrls, information, mayAnswer } = opened
  const key = linkKey(questionnaireId)
  const [sheet, setSheet] = useState(() => kept ?? newSheet())
  const [endText, setEndText] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const lock = useRef(false)
  const submit = async () => {
    if (lock.current) return
    lock.current = true
    setSending(true)
    setRefusal(undefined)
    try {
      const answers = keptAnswers(definition, sheet.answers, person)
      const input = { token, secret: sheet.secret, answers }
      const handedIn = await call(questionnaireLink.submit, input, { silent: true, as: 'nobody' })
      await forgetSheet(key)
      setEndText(handedIn.endText)
    } catch (error) {
      setRefusal(isApiError(error) ? error.message : '提交失败，答卷已保存在这个浏览器里，请稍后重试')
    }
    setSending(false)
    lock.current = false
  }
  return (
    <>
      <p className="note">{companyName}</p>
      <div className="page-title">
        <h1>{name}</h1>
      </div>
      {endText !== undefined ? (
        <EndPage text={endText} />
      ) : mayAnswer ? (
        <Sheet
          {...{ definition, person, pictureUrls, isSending }}
          seed={sheet.seed}
          answers={sheet.answers}
          files={noFiles}
          lead={
            <>
              <LinkNotice />
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
      ) : (
        <EndPage text={whyClosed(opened)}>
          <button type="button" onClick={onAgain}>
            重试
          </button>
        </EndPage>
      )}
      {refusal && (
        <p className="problem questionnaire-state" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}
