import { dateTime } from '@kaopei/web/candidate'
import { call, isApiError, session } from '@kaopei/web/client'
import { type ReactNode, useState } from 'react'
import { answerState } from '../contract/codes.ts'
import { questionnaireLearn } from '../contract/learn.ts'
import { forgetSheet, ownKey } from './kept/sheets.ts'
import { RichText } from './rich-text.tsx'
import { keptAnswers } from './sheet/kept-answers.ts'
import { Sheet } from './sheet/sheet.tsx'
import type { SheetPageProps } from './sheet-page-props.ts'
import { sheetUploads } from './sheet-uploads.ts'
import { useNamedAnswers } from './use-named-answers.ts'

const stateWords = {
  idle: '',
  saving: '正在保存…',
  saved: '已保存，可以随时回来继续',
  unsent: '网络不通，已保存在本机，恢复后自动上传',
} as const

/** Of somebody whose name stands on it: kept on the server as it is written, on this device while there is no network. */
export function NamedSheet({ opened, kept, onDone, onAgain }: SheetPageProps): ReactNode {
  const { questionnaireId, definition, person, pictureUrls, seed, state, information, admissionEndTime } = opened
  const isAnswered = state === answerState.answered
  const own = useNamedAnswers(opened, kept)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const submit = async () => {
    setSending(true)
    setRefusal(undefined)
    own.stop()
    try {
      const answers = keptAnswers(definition, own.answers, person)
      const { endText } = await call(questionnaireLearn.submit, { questionnaireId, answers }, { silent: true })
      await forgetSheet(ownKey(session.get()?.staffId ?? '', questionnaireId))
      onDone(endText)
    } catch (error) {
      setSending(false)
      own.goOn()
      setRefusal(isApiError(error) ? error.message : '提交失败，答卷已保存在本机，请稍后重试')
    }
  }
  if (own.isElsewhere)
    return (
      <div className="qn">
        <div className="qn-end" role="alert">
          <p>您已在其他窗口或设备上继续填写这份问卷，请载入最新内容后继续。</p>
          <button
            type="button"
            className="primary"
            onClick={() => void forgetSheet(ownKey(session.get()?.staffId ?? '', questionnaireId)).then(onAgain)}
          >
            载入最新内容
          </button>
        </div>
      </div>
    )
  return (
    <>
      <Sheet
        {...{ definition, person, pictureUrls, seed, isSending }}
        answers={own.answers}
        files={sheetUploads}
        finishText={isAnswered ? '保存修改' : '提交'}
        lead={
          <>
            {isAnswered && (
              <p className="qn-said">
                您已提交这份问卷，{admissionEndTime ? `${dateTime(admissionEndTime)} 前` : '结束前'}可以修改。
              </p>
            )}
            {information && <RichText html={information} />}
          </>
        }
        onChange={own.change}
        onFinish={() => void submit()}
      />
      <p className={refusal ? 'problem questionnaire-state' : 'note questionnaire-state'} role="status">
        {refusal ?? (isAnswered ? '' : stateWords[own.saving])}
      </p>
    </>
  )
}
