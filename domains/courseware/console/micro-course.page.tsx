import { protocolErrors } from '@kaopei/contract'
import { confirmAction, Loaded, PageHeader, toast, useCall, useUnsavedGuard } from '@kaopei/web'
import { call, isApiError, useSession } from '@kaopei/web/client'
import { Alert, Button, Form, Input, Radio } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { type CoursewareDetail, courseware } from '../contract/courseware.ts'
import { microCourse } from '../contract/micro-course.ts'
import { forgetDraft, keepDraft, keptDraft, type MicroDraft } from './kept-draft.ts'
import { blocksOf, contentOf, gapIn } from './micro-blocks.ts'
import { MicroEditor } from './micro-editor.tsx'
import { FactFields } from './own-facts.drawer.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { emptyFacts, type FileFacts, factsInput } from './upload-facts.ts'
import './courseware.css'

const listPath = '/application/online/lessonManage'

/** 制作微课: a new one, or the one that the address names. */
export default function MicroCoursePage(): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id === null ? <NewOne /> : <KnownOne key={id} id={id} />
}

function NewOne(): ReactNode {
  const session = useSession()
  const contributor = session?.name === undefined ? [] : [{ staffId: session.staffId, name: session.name }]
  return <Writing id={null} usedCount={0} first={{ title: '', blocks: [], facts: { ...emptyFacts, contributor }, version: 0 }} />
}

function KnownOne({ id }: { readonly id: string }): ReactNode {
  const detail = useCall(courseware.detail, { id })
  const content = useCall(microCourse.get, { id })
  return (
    <Loaded of={detail}>
      {(row) => (
        <Loaded of={content}>
          {(shown) => (
            <Writing
              id={id}
              usedCount={row.usedIn.length}
              first={{ title: shown.title, blocks: blocksOf(shown), facts: factsOf(row), version: shown.version }}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function factsOf(row: CoursewareDetail): FileFacts {
  const { contributor, author, teacher, assistTeacher, descript, coverUrl, knowledgePoints } = row
  const knowledgePointIds = knowledgePoints.map((point) => point.id)
  return { contributor, author, teacher, assistTeacher, descript, coverUrl: coverUrl ?? '', knowledgePointIds }
}

interface WritingProps {
  readonly id: string | null
  /** In how many places it is used: whoever has begun there may be asked for. */
  readonly usedCount: number
  readonly first: MicroDraft
}

function Writing({ id, usedCount, first }: WritingProps): ReactNode {
  const navigate = useNavigate()
  const { draft, change, isChanged, wasKept, forget } = useKeptDraft(id, first)
  const [isSaving, setSaving] = useState(false)
  const [isForBegun, setForBegun] = useState(false)
  useUnsavedGuard(() => isChanged && !isSaving)

  const save = async (version = draft.version) => {
    const gap = gapIn(draft.title, draft.blocks)
    if (gap !== undefined) return void toast.warning(gap)
    if (draft.facts.contributor.length === 0) return void toast.warning('贡献人不能为空')
    setSaving(true)
    try {
      const wish = { ...factsInput(draft.facts), content: contentOf(draft.title, draft.blocks) }
      if (id === null) await call(microCourse.create, wish, { silent: true })
      else await call(microCourse.update, { ...wish, id, version, isForBegun }, { silent: true })
      forget()
      toast.success('保存成功')
      await navigate(listPath)
    } catch (error) {
      setSaving(false)
      const newer = versionOfOthers(error)
      if (newer === undefined) toast.error(isApiError(error) ? error.message : '保存失败，请稍后重试')
      else if (await askToReplace()) await save(newer)
    }
  }

  return (
    <>
      <PageHeader title={id === null ? '制作微课' : '编辑微课'} back={() => void navigate(listPath)} />
      <div className="kp-micro">
        <section className="kp-micro-write" aria-label="编辑微课">
          {wasKept && (
            <Alert
              type="info"
              showIcon
              title={
                draft.version === first.version
                  ? '已恢复上次未保存的内容'
                  : '已恢复上次未保存的内容。此后微课已被他人修改，保存时可以选择是否替换'
              }
              action={
                <Button size="small" onClick={forget}>
                  放弃并重新开始
                </Button>
              }
            />
          )}
          <div className="kp-card kp-micro-title">
            <Form layout="vertical" component="div">
              <Form.Item label="标题" required htmlFor="micro-title">
                <Input
                  id="micro-title"
                  size="large"
                  maxLength={100}
                  showCount
                  placeholder="请输入微课标题"
                  value={draft.title}
                  onChange={({ target }) => change({ title: target.value })}
                />
              </Form.Item>
            </Form>
          </div>
          <MicroEditor blocks={draft.blocks} onChange={(blocks) => change({ blocks })} />
          <div className="kp-card kp-ware-upload">
            <h2>课件信息</h2>
            <FactFields facts={draft.facts} onChange={(facts) => change({ facts })} prefix="micro" />
            {usedCount > 0 && (
              <Form layout="vertical" component="div">
                <Form.Item label="已经开始学习的人" required>
                  <Radio.Group
                    aria-label="已经开始学习的人"
                    value={isForBegun}
                    onChange={({ target }) => setForBegun(target.value)}
                    options={[
                      { value: false, label: '学完他们开始时的内容' },
                      { value: true, label: '也使用新内容（已学的进度按新内容重新计算）' },
                    ]}
                  />
                </Form.Item>
              </Form>
            )}
          </div>
        </section>
        <PhonePreview title={draft.title} blocks={draft.blocks} />
      </div>
      <footer className="kp-card kp-page-foot kp-ware-footer">
        <span className="kp-hint" role="status">
          {isChanged && '内容已自动保存在本机，保存后学员可见'}
        </span>
        <Button onClick={() => void navigate(listPath)}>取 消</Button>
        <Button type="primary" loading={isSaving} onClick={() => void save()}>
          保 存
        </Button>
      </footer>
    </>
  )
}

const changedRow = z.object({ version: z.int() })

/** Of what somebody else has saved meanwhile; undefined: it failed for another reason. */
function versionOfOthers(error: unknown): number | undefined {
  return isApiError(error, protocolErrors.changed.code) ? changedRow.safeParse(error.data).data?.version : undefined
}

function askToReplace(): Promise<boolean> {
  return confirmAction({
    title: '微课已被他人修改',
    content:
      '您编辑期间，他人保存了这个微课。可以用您的内容替换（他人的内容留在版本记录中），也可以留在当前页面核对，您写的内容不会丢失。',
    okText: '用我的内容替换',
    cancelText: '留在当前页面',
  })
}

/** What is written, kept in this browser as it changes. */
function useKeptDraft(id: string | null, first: MicroDraft) {
  const staffId = useSession()?.staffId ?? ''
  const key = id ?? 'new'
  const [kept] = useState(() => keptDraft(staffId, key))
  const [draft, setDraft] = useState(kept ?? first)
  const [wasKept, setWasKept] = useState(kept !== undefined)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  // The browser's store is outside of React; the screen is drawn before it is written to.
  useEffect(() => {
    if (isChanged) keepDraft(staffId, key, draft)
  }, [draft, isChanged, key, staffId])
  return {
    draft,
    isChanged,
    wasKept,
    change: (part: Partial<MicroDraft>) => setDraft((before) => ({ ...before, ...part })),
    forget: () => {
      forgetDraft(staffId, key)
      setDraft(first)
      setWasKept(false)
    },
  }
}
