import {
  confirmAction,
  formFor,
  Loaded,
  PageHeader,
  RichTextEditor,
  toast,
  useAction,
  useCall,
  useUnsavedGuard,
} from '@kaopei/web'
import { isApiError } from '@kaopei/web/client'
import { Alert, Button, Drawer, Form, Space } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { difficulty, questionStatus } from '../../contract/codes.ts'
import { programmingReason, type QuestionContent } from '../../contract/content.ts'
import { questionErrors } from '../../contract/errors.ts'
import { duplicatesFound, type QuestionDetail, question } from '../../contract/question.ts'
import { QuestionView } from '../question-view.tsx'
import { ChoiceEditor } from './choice-editor.tsx'
import { duplicateWords } from './duplicate-words.ts'
import { KeyNotice } from './key-notice.tsx'
import { type Draft, draftOf, newDraft, withType } from './new-content.ts'
import { BaseFields, type Fields, SortingFields } from './question-fields.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { BlankEditor, DropdownEditor, JudgementEditor, ShortEditor } from './written-editors.tsx'
import '../question.css'

const revealing = formFor(question.reveal)

/** 编辑试题: a new question (`bankId`), or one that exists (`id`). */
export default function QuestionFormPage(): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('id')
  const detail = useCall(question.get, { id: id ?? '' }, { enabled: id !== null })
  if (id === null) return <Editor key="new" detail={undefined} />
  return <Loaded of={detail}>{(data) => <Opened key={data.id} found={data} />}</Loaded>
}

/** Without its key a question is not edited: saved so, it would lose it. */
function Opened({ found }: { readonly found: QuestionDetail }): ReactNode {
  const [revealed, setRevealed] = useState<QuestionDetail>()
  const detail = revealed ?? found
  if (detail.hiddenKey === null) return <Editor detail={detail} />
  return (
    <>
      <PageHeader title="编辑试题" />
      <div className="kp-card">
        <KeyNotice
          hidden={detail.hiddenKey}
          endpoint={question.reveal}
          form={revealing}
          initialValues={{ id: detail.id }}
          onRevealed={setRevealed}
        />
        <QuestionView content={detail.content} />
      </div>
    </>
  )
}

function fieldsOf(detail: QuestionDetail | undefined, bankId: string): Fields {
  if (!detail)
    return { bankId, difficulty: difficulty.medium, defaultScore: 2, knowledgePointIds: [], newKnowledgePoints: [], tags: [] }
  const { idNumber, title, course, tags } = detail
  return {
    bankId: detail.bankId,
    idNumber,
    title,
    course,
    tags,
    difficulty: detail.difficulty,
    defaultScore: detail.defaultScore,
    knowledgePointIds: detail.knowledgePoints.map((point) => point.id),
    newKnowledgePoints: [],
  }
}

function Editor({ detail }: { readonly detail: QuestionDetail | undefined }): ReactNode {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Draft>(() => (detail ? draftOf(detail) : newDraft(1)))
  const [fields, setFields] = useState<Fields>(() => fieldsOf(detail, params.get('bankId') ?? ''))
  const [faults, setFaults] = useState<readonly string[]>([])
  const [isPreviewing, setPreviewing] = useState(false)
  const isChanged = useRef(false)
  const create = useAction(question.create, { silent: true })
  const modify = useAction(question.modify, { silent: true })
  useUnsavedGuard(() => isChanged.current)

  const change = (next: Partial<Draft>) => {
    isChanged.current = true
    setDraft((before) => ({ ...before, ...next }))
  }
  const changeFields = (next: Partial<Fields>) => {
    isChanged.current = true
    setFields((before) => ({ ...before, ...next }))
  }
  const save = async (status: 0 | 1, isDuplicateAllowed = false): Promise<boolean> => {
    if (!fields.bankId) {
      setFaults(['请选择题库'])
      return false
    }
    const input = { ...fields, ...draft, status, isDuplicateAllowed }
    const outcome = detail ? await modify.run({ ...input, id: detail.id, version: detail.version }) : await create.run(input)
    if (outcome.ok) {
      isChanged.current = false
      setFaults([])
      toast.success(status === questionStatus.ready ? '保存成功' : '草稿已保存')
      return true
    }
    if (isApiError(outcome.error, questionErrors.duplicate.code)) {
      const found = duplicatesFound.safeParse(outcome.error.data)
      const content = found.success ? duplicateWords(found.data.duplicates) : `${outcome.error.message}，仍要保存吗？`
      const isSure = await confirmAction({ title: '提示', content })
      return isSure ? save(status, true) : false
    }
    setFaults(messagesOf(outcome.error))
    window.scrollTo({ top: 0, behavior: 'smooth' })
    return false
  }
  const saveAndLeave = async (status: 0 | 1) => {
    if (await save(status)) await navigate(`/application/ote/quesmgmt?questionBankId=${fields.bankId}`)
  }
  const saveAndNext = async () => {
    if (!(await save(questionStatus.ready))) return
    setDraft(newDraft(draft.content.type))
    setFields((before) => ({ ...before, idNumber: null, title: '' }))
  }
  const isRunning = create.isRunning || modify.isRunning

  return (
    <>
      <PageHeader title={detail ? '编辑试题' : '新增试题'} back />
      {faults.length > 0 && (
        <Alert
          type="error"
          showIcon
          style={{ marginBottom: 16 }}
          title="请修改以下内容后再保存"
          description={
            <ul>
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          }
        />
      )}
      <div className="kp-card">
        <Form layout="vertical" component="div">
          <div className="kp-question-fields">
            <BaseFields
              fields={fields}
              type={draft.content.type}
              isTypeFixed={detail !== undefined}
              onType={(type) => change(withType(draft, type))}
              onChange={changeFields}
            />
            <SortingFields fields={fields} onChange={changeFields} />
          </div>
          <Form.Item label="题干" required>
            <RichTextEditor
              label="题干"
              value={draft.content.stem}
              placeholder="请输入题干"
              onChange={(stem) => change({ content: { ...draft.content, stem } })}
            />
          </Form.Item>
          <Form.Item label={draft.content.type === 6 ? '答案' : '选项与答案'} required>
            <Parts content={draft.content} onChange={(content) => change({ content })} />
          </Form.Item>
          <Form.Item label="评分方式">
            <RuleEditor
              rule={draft.rule}
              content={draft.content}
              fullHundredths={Math.round(fields.defaultScore * 100)}
              onChange={(rule) => change({ rule })}
            />
          </Form.Item>
          <Form.Item label="解析">
            <RichTextEditor
              minimal
              label="解析"
              value={draft.content.analysis}
              placeholder="选填，考后向考生解释"
              onChange={(analysis) => change({ content: { ...draft.content, analysis } })}
            />
          </Form.Item>
          <Space wrap>
            <Button type="primary" loading={isRunning} onClick={() => void saveAndLeave(questionStatus.ready)}>
              保 存
            </Button>
            {!detail && (
              <Button disabled={isRunning} onClick={() => void saveAndNext()}>
                保存并继续新增
              </Button>
            )}
            <Button disabled={isRunning} onClick={() => void saveAndLeave(questionStatus.draft)}>
              存为草稿
            </Button>
            <Button onClick={() => setPreviewing(true)}>预览</Button>
          </Space>
        </Form>
      </div>
      <Drawer title="试题预览" size={820} open={isPreviewing} onClose={() => setPreviewing(false)}>
        <QuestionView content={draft.content} showKey />
      </Drawer>
    </>
  )
}

function messagesOf(error: unknown): readonly string[] {
  if (!isApiError(error)) return ['保存失败，请稍后重试']
  return error.fields.length > 0
    ? [...new Set(error.fields.map((field) => field.message))]
    : [error.message || '保存失败，请稍后重试']
}

function Parts({
  content,
  onChange,
}: {
  readonly content: QuestionContent
  readonly onChange: (content: QuestionContent) => void
}): ReactNode {
  switch (content.type) {
    case 1:
    case 2:
      return <ChoiceEditor content={content} onChange={onChange} />
    case 3:
      return <JudgementEditor content={content} onChange={onChange} />
    case 4:
      return <BlankEditor content={content} onChange={onChange} />
    case 6:
      return <ShortEditor content={content} onChange={onChange} />
    case 7:
      return <DropdownEditor content={content} onChange={onChange} />
    case 5:
      return <Alert type="info" showIcon title={programmingReason} />
  }
}
