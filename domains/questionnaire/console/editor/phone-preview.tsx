import { RichText } from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Sheet } from '../../candidate/sheet/sheet.tsx'
import type { Answers } from '../../contract/answers.ts'
import type { Definition } from '../../contract/definition.ts'
import { nobody } from '../../contract/rules/visible-in.ts'

interface PreviewProps {
  readonly name: string
  readonly information: string
  readonly definition: Definition
  readonly pictureUrls: Readonly<Record<string, string>>
}

const noFiles = { accept: '', upload: undefined }

/** What somebody sees on a phone of 390 px, as it is written: it can be answered, and branches as it will. */
export function PhonePreview({ name, information, definition, pictureUrls }: PreviewProps): ReactNode {
  const [answers, setAnswers] = useState<Answers>({})
  const [turn, setTurn] = useState(0)
  const [isDone, setDone] = useState(false)
  const restart = () => {
    setAnswers({})
    setDone(false)
    setTurn(turn + 1)
  }
  return (
    <aside className="kp-qn-phone" aria-label="手机预览">
      <div className="kp-qn-phone-head">
        <strong>预览</strong>
        <span className="kp-hint">可作答，不会保存</span>
        <Button size="small" onClick={restart}>
          重新开始
        </Button>
      </div>
      <div className="kp-qn-phone-screen">
        <p className="kp-qn-phone-title">{name}</p>
        {isDone ? (
          <div className="qn">
            <div className="qn-end">{definition.endText}</div>
          </div>
        ) : (
          <Sheet
            key={turn}
            isPreview
            person={nobody}
            seed={String(turn)}
            files={noFiles}
            lead={information && <RichText html={information} className="qn-information" />}
            {...{ definition, pictureUrls, answers }}
            onChange={setAnswers}
            onFinish={() => setDone(true)}
          />
        )}
      </div>
    </aside>
  )
}
