import {
  ActionButton,
  FocusReturn,
  formatInstant,
  ListPage,
  RightButton,
  toast,
  UploadField,
  useCall,
  useRunner,
} from '@kaopei/web'
import { Drawer, Input, Modal, type TableColumnsType } from 'antd'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { type RefusalRow, refusal } from '../contract/refusal.ts'

export interface RefusalProps {
  readonly onClose: () => void
}

type Uploaded = NonNullable<ComponentProps<typeof UploadField>['value']>

const columns: TableColumnsType<RefusalRow> = [
  { title: '人员', dataIndex: 'holderName', width: 100 },
  { title: '部门', dataIndex: 'department', width: 120, ellipsis: true },
  { title: '签发规则', dataIndex: 'ruleName', width: 150, ellipsis: true },
  {
    title: '原因',
    dataIndex: 'characters',
    width: 190,
    render: (_characters: string[], row) => reasonsOf(row).join('、'),
  },
  { title: '时间', dataIndex: 'at', width: 150, render: (at: string) => formatInstant(at) },
]

const reasonsOf = ({ characters, tooLong, lacksPhoto, isTemplateStopped }: RefusalRow): string[] => [
  ...(isTemplateStopped ? ['模板已停用'] : []),
  ...(lacksPhoto ? ['缺照片'] : []),
  ...characters.map((one) => `缺字 ${named(one)}`),
  ...tooLong.map((label) => `${label}太长`),
]

function tellRetried({ issuedCount, leftCount }: { readonly issuedCount: number; readonly leftCount: number }): void {
  if (leftCount === 0) toast.success(`已签发 ${issuedCount} 张`)
  else toast.info(`已签发 ${issuedCount} 张，${leftCount} 人的原因还没有消除`)
}

/** The character and its number, for the reader's machine may not show it either. */
const named = (character: string) => `${character}（U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}）`

/** Earned and not written: which characters no font has, and pictures that stand for them. */
export default function RefusalDrawer({ onClose }: RefusalProps): ReactNode {
  const [isAdding, setAdding] = useState(false)
  const { data: glyphs = [], refetch } = useCall(refusal.glyphs)
  return (
    <Drawer open title="无法签发的证书" size={900} onClose={onClose}>
      <FocusReturn />
      <p className="kp-hint">
        这些人员已达到要求，但没有模板需要的照片，姓名等内容中有字体没有收录的字，或内容太长、模板的文字框放不下。照片在“持证人照片”中上传；缺字请上传该字的图片（黑字、透明或白底的
        PNG，正方形），图片会印在该字的位置；太长请在“证书模板”中放宽文字框或选择“换行并缩小”，启用新版本。处理后重新签发，也可以不带照片签发。证书模板停用期间达到要求的人员也在这里等待，模板重新启用后自动签发。
      </p>
      <ListPage
        endpoint={refusal.list}
        columns={columns}
        rowKey="id"
        stateIn="memory"
        toolbar={
          <RightButton right={refusal.saveGlyph} onClick={() => setAdding(true)}>
            上传字的图片
          </RightButton>
        }
        batchActions={({ ids, clear }) => (
          <>
            <ActionButton
              type="primary"
              endpoint={refusal.retry}
              input={{ ids: [...ids] }}
              successText=""
              refreshes={[refusal.list]}
              onDone={(counts) => {
                clear()
                tellRetried(counts)
              }}
            >
              重新签发
            </ActionButton>
            <ActionButton
              endpoint={refusal.retry}
              input={{ ids: [...ids], isWithoutPhoto: true }}
              confirm={`确定为选中的 ${ids.length} 人签发不带照片的证书吗？已有照片的人员仍带照片。`}
              successText=""
              refreshes={[refusal.list]}
              onDone={(counts) => {
                clear()
                tellRetried(counts)
              }}
            >
              不带照片签发
            </ActionButton>
          </>
        )}
        emptyText="没有无法签发的证书"
      />
      {glyphs.length > 0 && (
        <>
          <h3 className="kp-certificate-history">已有的字</h3>
          <ul className="kp-certificate-glyphs">
            {glyphs.map(({ character, url }) => (
              <li key={character}>
                <img src={url} alt="" />
                {named(character)}
              </li>
            ))}
          </ul>
        </>
      )}
      {isAdding && <AddGlyph onClose={() => setAdding(false)} onSaved={refetch} />}
    </Drawer>
  )
}

function AddGlyph({ onClose, onSaved }: { readonly onClose: () => void; readonly onSaved: () => void }): ReactNode {
  const [character, setCharacter] = useState('')
  const [files, setFiles] = useState<Uploaded>([])
  const { run, isRunning } = useRunner()
  const save = async () => {
    const [file] = files
    if ([...character.trim()].length !== 1) return toast.error('请填写一个字')
    if (!file) return toast.error('请上传图片')
    const saved = await run(refusal.saveGlyph, { character, fileId: file.fileId }, { refreshes: [refusal.glyphs] })
    if (!saved.ok) return
    onSaved()
    onClose()
  }
  return (
    <Modal
      open
      title="上传字的图片"
      okText="确 定"
      cancelText="取 消"
      confirmLoading={isRunning}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <FocusReturn />
      <div className="kp-certificate-size">
        <span>字</span>
        <Input
          aria-label="字"
          value={character}
          maxLength={8}
          onChange={({ target }) => setCharacter(target.value)}
          style={{ width: 120 }}
        />
      </div>
      <UploadField purpose="image" replace limit={1} value={files} onChange={setFiles} text="选择图片" />
    </Modal>
  )
}
