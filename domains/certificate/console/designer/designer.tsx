import type { OutputOf } from '@kaopei/contract'
import { CodeTag, PageHeader, RightButton, useCall, useRunner, useUnsavedGuard, whenShown } from '@kaopei/web'
import { Alert, Button, Input, Segmented, Space } from 'antd'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useReducer, useState } from 'react'
import { useNavigate } from 'react-router'
import { templateStatus } from '../../contract/codes.ts'
import { coveredIn, layOut } from '../../contract/lay-out.ts'
import { type BoxKind, boxWords, layoutProblems } from '../../contract/layout.ts'
import { refusal } from '../../contract/refusal.ts'
import { template } from '../../contract/template.ts'
import { type PreviewKind, previewKinds, previewPhoto, previewValues, previewWords } from '../../contract/variables.ts'
import { base } from '../paths.ts'
import { BoxFields } from './box-fields.tsx'
import { Canvas } from './canvas.tsx'
import { begun, newBox, act as reduce } from './design.ts'
import type { PreviewProps } from './pdf-preview.tsx'
import { SheetFields } from './sheet-fields.tsx'
import type { VersionsProps } from './versions.drawer.tsx'

const PdfPreview = whenShown<PreviewProps>(() => import('./pdf-preview.tsx'), null)
const Versions = whenShown<VersionsProps>(() => import('./versions.drawer.tsx'), null)

interface Props {
  readonly stored: OutputOf<typeof template.detail>
  readonly reload: () => void
}

const kinds: readonly BoxKind[] = ['text', 'picture', 'seal', 'signature', 'portrait', 'photo', 'qr', 'frame']

export function Designer({ stored, reload }: Props): ReactNode {
  const navigate = useNavigate()
  const [design, act] = useReducer(reduce, stored.layout, begun)
  const [name, setName] = useState(stored.name)
  const [saved, setSaved] = useState({ layout: stored.layout, name: stored.name, version: stored.version })
  const [shown, setShown] = useState<PreviewKind>('usual')
  const [opened, setOpened] = useState<'pdf' | 'versions'>()
  const { pictures, addPicture, glyphs, areGlyphsRead } = usePictures(stored.pictures)
  const { run, isRunning } = useRunner()
  const isChanged = saved.layout !== design.layout || saved.name !== name
  useUnsavedGuard(useCallback(() => isChanged, [isChanged]))
  const laid = useMemo(
    () => layOut(design.layout, previewValues(shown), { glyphs, photo: previewPhoto(shown) }),
    [design.layout, shown, glyphs],
  )
  const chosen = design.layout.pages[design.page]?.boxes.find(({ id }) => id === design.chosen)

  const save = async (successText = '已保存') => {
    const { layout } = design
    if (!isChanged) return saved.version
    const answer = await run(
      template.save,
      { id: stored.id, version: saved.version, name, layout },
      { successText, refreshes: [template.list] },
    )
    if (!answer.ok) return undefined
    setSaved({ layout, name, version: answer.data.version })
    return answer.data.version
  }
  const publish = async () => {
    const version = await save('')
    if (version === undefined) return
    const answer = await run(
      template.publish,
      { id: stored.id, version },
      { successText: '新版本已启用', refreshes: [template.list] },
    )
    if (!answer.ok) return
    setSaved((before) => ({ ...before, version: version + 1 }))
    reload()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y' && key !== 's') return
    event.preventDefault()
    if (key === 's') void save()
    else act({ type: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears what is typed anywhere on the page; every act has a button too
    <div onKeyDown={onKeyDown}>
      <PageHeader
        title="证书设计"
        back={() => void navigate(`${base}/templates`)}
        tags={<CodeTag codes={templateStatus} value={stored.status} />}
        extra={
          <Space wrap>
            <Button onClick={() => setOpened('versions')}>版本</Button>
            <Button onClick={() => setOpened('pdf')}>预览 PDF</Button>
            <RightButton right={template.save} loading={isRunning} disabled={!isChanged} onClick={() => void save()}>
              保存
            </RightButton>
            <RightButton right={template.publish} type="primary" loading={isRunning} onClick={() => void publish()}>
              启用新版本
            </RightButton>
          </Space>
        }
      />
      <div className="kp-design">
        <div className="kp-design-work">
          <div className="kp-design-tools" role="toolbar" aria-label="添加元素">
            <Input
              aria-label="模板名称"
              value={name}
              maxLength={50}
              onChange={({ target }) => setName(target.value)}
              style={{ width: 200 }}
            />
            {kinds.map((kind) => (
              <Button key={kind} size="small" onClick={() => act({ type: 'add', box: newBox(kind, design.layout) })}>
                {`+ ${boxWords[kind]}`}
              </Button>
            ))}
            <Button size="small" disabled={design.past.length === 0} onClick={() => act({ type: 'undo' })}>
              撤销
            </Button>
            <Button size="small" disabled={design.future.length === 0} onClick={() => act({ type: 'redo' })}>
              重做
            </Button>
          </div>
          <div className="kp-design-tools">
            <span>示例内容</span>
            <Segmented
              size="small"
              aria-label="示例内容"
              value={shown}
              options={previewKinds.map((value) => ({ value, label: previewWords[value] }))}
              onChange={setShown}
            />
            {design.layout.pages.length > 1 && (
              <Segmented
                size="small"
                aria-label="页"
                value={design.page}
                options={design.layout.pages.map((_, at) => ({ value: at, label: `第 ${at + 1} 页` }))}
                onChange={(page) => act({ type: 'page', page })}
              />
            )}
          </div>
          <Canvas design={design} laid={laid} pictures={pictures} act={act} />
        </div>
        <aside className="kp-design-side">
          <Faults {...{ design, glyphs, areGlyphsRead, act }} />
          {chosen ? (
            <BoxFields key={chosen.id} box={chosen} act={act} onPicture={addPicture} />
          ) : (
            <SheetFields design={design} act={act} onPicture={addPicture} />
          )}
        </aside>
      </div>
      {opened === 'pdf' && (
        <PdfPreview templateId={stored.id} layout={design.layout} kind={shown} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'versions' && (
        <Versions stored={{ ...stored, version: saved.version }} isChanged={isChanged} onClose={() => setOpened(undefined)} />
      )}
    </div>
  )
}

const isTyping = (target: EventTarget) => target instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(target.tagName)

/** Addresses of pictures by file or character: those of the template, and those uploaded meanwhile. */
function usePictures(stored: readonly { readonly fileId: string; readonly url: string }[]) {
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map())
  const asked = useCall(refusal.glyphs, undefined, { staleMs: 60_000 })
  const { data = [] } = asked
  const glyphs = useMemo(() => new Set(data.map(({ character }) => character)), [data])
  const pictures = useMemo(
    () =>
      new Map([
        ...stored.map(({ fileId, url }) => [fileId, url] as const),
        ...data.map(({ character, url }) => [character, url] as const),
        ...added,
      ]),
    [stored, data, added],
  )
  const addPicture = (fileId: string, url: string) => setAdded((before) => new Map(before).set(fileId, url))
  return { pictures, addPicture, glyphs, areGlyphsRead: asked.data !== undefined }
}

interface FaultsProps {
  /** Before they are, nobody knows whether all fits. */
  readonly areGlyphsRead: boolean
  readonly design: ReturnType<typeof begun>
  readonly glyphs: ReadonlySet<string>
  readonly act: (step: { type: 'choose'; boxId: string } | { type: 'page'; page: number }) => void
}

/** What hinders its use, and what will not fit: with the longest values, whatever is shown. */
function Faults({ design: { layout }, glyphs, areGlyphsRead, act }: FaultsProps): ReactNode {
  const problems = layoutProblems(layout)
  const looks = previewKinds.flatMap((kind) => {
    const { overflows, pages } = layOut(layout, previewValues(kind), { glyphs, photo: previewPhoto(kind) })
    return [
      ...overflows.map(({ boxId, page, byMm }) => ({
        ...{ boxId, page },
        text: `${previewWords[kind]}的内容超出第 ${page + 1} 页的文字框 ${byMm} 毫米`,
      })),
      ...pages.flatMap((placed, page) =>
        coveredIn(placed).map(({ boxId, over }) => ({
          ...{ boxId, page },
          text: `${previewWords[kind]}的文字与第 ${page + 1} 页的${over === 'qr' ? '二维码' : '持证人照片'}重叠`,
        })),
      ),
    ]
  })
  const faults = [...problems.map((one) => ({ ...one, page: pageOf(layout, one.boxId) })), ...looks]
  if (faults.length === 0 && !areGlyphsRead) return null
  if (faults.length === 0)
    return <Alert type="success" showIcon title="可以启用，最长和最少的内容都放得下，不与照片和二维码重叠" />
  return (
    <Alert
      type={problems.length > 0 ? 'error' : 'warning'}
      showIcon
      title={problems.length > 0 ? '还不能启用' : '有内容可能放不下或互相重叠：放不下的证书不会印出，会列入“无法签发”'}
      description={
        <ul className="kp-design-faults">
          {faults.map(({ boxId, page, text }) => (
            <li key={`${boxId} ${text}`}>
              {boxId === null ? (
                text
              ) : (
                <Button
                  type="link"
                  size="small"
                  onClick={() => {
                    act({ type: 'page', page })
                    act({ type: 'choose', boxId })
                  }}
                >
                  {text}
                </Button>
              )}
            </li>
          ))}
        </ul>
      }
    />
  )
}

const pageOf = ({ pages }: Props['stored']['layout'], boxId: string | null) =>
  Math.max(
    0,
    pages.findIndex(({ boxes }) => boxes.some(({ id }) => id === boxId)),
  )
