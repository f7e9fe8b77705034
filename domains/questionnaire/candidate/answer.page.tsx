import { type PageProps, Show, useLoad, wayBack, wayBackText } from '@kaopei/web/candidate'
import { call, session, useStore } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { answerState } from '../contract/codes.ts'
import { questionnaireLearn } from '../contract/learn.ts'
import { AnonymousSheet } from './anonymous-sheet.tsx'
import { findSheet, ownKey } from './kept/sheets.ts'
import { NamedSheet } from './named-sheet.tsx'
import { EndPage } from './notices.tsx'
import './pages.css'
import type { SheetPageProps } from './sheet-page-props.ts'
import './sheet/sheet.css'
import { whyClosed } from './why-closed.ts'

/** /questionnaire/:id: one questionnaire of somebody who is signed in. */
export default function AnswerPage({ id, go }: PageProps): ReactNode {
  const load = useCallback(async () => {
    const opened = await call(questionnaireLearn.open, { questionnaireId: id })
    return { opened, kept: await findSheet(ownKey(session.get()?.staffId ?? '', id)) }
  }, [id])
  const loaded = useLoad(load)
  return (
    <main className="page narrow questionnaire-page">
      <Show loaded={loaded}>
        {({ opened, kept }) => (
          <>
            <div className="page-title">
              <h1>{opened.name}</h1>
              <button type="button" onClick={() => go('/questionnaires')}>
                返回
              </button>
            </div>
            <Known {...{ opened, kept, go }} onAgain={loaded.reload} />
          </>
        )}
      </Show>
    </main>
  )
}

interface KnownProps extends Omit<SheetPageProps, 'onDone'> {
  readonly go: PageProps['go']
}

function Known({ opened, kept, onAgain, go }: KnownProps): ReactNode {
  const [endText, setEndText] = useState<string>()
  const { isAnonymous, isChangeable, state, mayAnswer } = opened
  const isAnswered = state === answerState.answered
  const from = useStore(wayBack)
  const leading = from && wayBackText(from, '/questionnaires')
  const back = (
    <button type="button" className="primary" onClick={() => go(leading ? from : '/questionnaires')}>
      {leading ?? '返回我的问卷'}
    </button>
  )
  if (endText !== undefined) return <EndPage text={endText}>{back}</EndPage>
  // Whoever has claimed counts as having answered; the sheet itself may still lie here.
  const isHere = kept?.isOnItsWay || kept?.hasTicket
  if (isAnonymous && isAnswered && !isHere) return <EndPage text={takenPart}>{back}</EndPage>
  if (isAnonymous && (mayAnswer || kept?.isOnItsWay)) return <AnonymousSheet {...{ opened, kept, onAgain }} onDone={setEndText} />
  if (isAnswered && !(isChangeable && mayAnswer)) return <EndPage text="您已提交这份问卷，感谢您的参与。">{back}</EndPage>
  if (!mayAnswer) return <EndPage text={whyClosed(opened)}>{back}</EndPage>
  return <NamedSheet {...{ opened, kept, onAgain }} onDone={setEndText} />
}

/** Whether the sheet has come is not known: the person is, the sheet is not. */
const takenPart = '您已参与这份匿名问卷，感谢您的参与。如果在另一台设备或浏览器上还没有提交完，请在那里打开并提交。'
