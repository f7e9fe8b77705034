import {
  BoldOutlined,
  CodeOutlined,
  FontColorsOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ItalicOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import Image from '@tiptap/extension-image'
import { Color, TextStyle } from '@tiptap/extension-text-style'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { ColorPicker, Tooltip } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { report } from '../client/error-policy.ts'
import { uploadCalls, uploadFile } from '../client/upload.ts'
import { toast } from '../notify.tsx'
import type { RichTextEditorProps } from './rich-text-editor.tsx'

const extensions = [
  // Headings are left out on purpose: Pinyin input doubles letters in them on Safari.
  StarterKit.configure({ heading: false, horizontalRule: false, link: false, blockquote: false }),
  Image.configure({ inline: true }),
  TextStyle,
  Color,
]
const colours = ['#1f2329', '#d92d20', '#d97706', '#2f9e44', '#1677d2', '#6b4ce6', '#646a73']

export default function RichTextCanvas(props: RichTextEditorProps): ReactNode {
  const { value = '', onChange, placeholder, minimal = false, hasImages = true, disabled = false, id, label } = props
  const [isFull, setFull] = useState(false)
  const told = useRef(value)
  const editor = useEditor({
    extensions,
    content: value,
    editable: !disabled,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: 'kp-editor-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label ?? placeholder ?? '正文',
        ...(id && { id }),
      },
      handlePaste: (view, event) => {
        const file = imageOf(event.clipboardData)
        if (file && !hasImages) toast.error('这里不能插入图片')
        else if (file) void insertImage(file, (src) => insert(view.state.selection.from, src))
        return file !== undefined
      },
    },
    onUpdate: ({ editor: now }) => {
      told.current = now.isEmpty ? '' : now.getHTML()
      onChange?.(told.current)
    },
  })
  const insert = (_at: number, src: string) => editor?.chain().focus().setImage({ src }).run()
  // A value set from outside (form reset, loaded row) replaces the text; the editor's own echo does not.
  useEffect(() => {
    if (!editor || value === told.current) return
    told.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    editor?.setEditable(!disabled)
  }, [editor, disabled])
  if (!editor) return null
  return (
    <div className={`kp-editor ${isFull ? 'kp-editor-full' : ''} ${minimal ? 'kp-editor-minimal' : ''}`}>
      {!disabled && <Toolbar editor={editor} hasImages={hasImages} isFull={isFull} setFull={setFull} />}
      <div className="kp-editor-body" data-empty={placeholder}>
        <EditorContent editor={editor} />
        <Placeholder editor={editor} text={placeholder} />
      </div>
    </div>
  )
}

function Placeholder({ editor, text }: { readonly editor: Editor; readonly text: string | undefined }): ReactNode {
  const isEmpty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty })
  return isEmpty && text ? <div className="kp-editor-placeholder">{text}</div> : null
}

interface ToolbarProps {
  readonly editor: Editor
  readonly hasImages: boolean
  readonly isFull: boolean
  readonly setFull: (isFull: boolean) => void
}

function Toolbar({ editor, hasImages, isFull, setFull }: ToolbarProps): ReactNode {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      code: now.isActive('codeBlock'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()
  return (
    <div className="kp-editor-tools" role="toolbar" aria-label="文字格式">
      <Tool label="加粗" icon={<BoldOutlined />} isOn={state.bold} onClick={() => chain().toggleBold().run()} />
      <Tool label="斜体" icon={<ItalicOutlined />} isOn={state.italic} onClick={() => chain().toggleItalic().run()} />
      <Tool label="下划线" icon={<UnderlineOutlined />} isOn={state.underline} onClick={() => chain().toggleUnderline().run()} />
      <Tool label="删除线" icon={<StrikethroughOutlined />} isOn={state.strike} onClick={() => chain().toggleStrike().run()} />
      <ColorPicker
        presets={[{ label: '文字颜色', colors: colours }]}
        disabledAlpha
        onChangeComplete={(colour) => chain().setColor(colour.toHexString()).run()}
      >
        <button type="button" className="kp-tool" aria-label="文字颜色">
          <FontColorsOutlined />
        </button>
      </ColorPicker>
      {hasImages && <ImageTool editor={editor} />}
      <Tool label="代码" icon={<CodeOutlined />} isOn={state.code} onClick={() => chain().toggleCodeBlock().run()} />
      <Tool label="撤销" icon={<UndoOutlined />} isDisabled={!state.canUndo} onClick={() => chain().undo().run()} />
      <Tool label="重做" icon={<RedoOutlined />} isDisabled={!state.canRedo} onClick={() => chain().redo().run()} />
      <Tool
        label={isFull ? '退出全屏' : '全屏'}
        icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        isOn={isFull}
        onClick={() => setFull(!isFull)}
      />
    </div>
  )
}

interface ToolProps {
  readonly label: string
  readonly icon: ReactNode
  readonly isOn?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

function Tool({ label, icon, isOn = false, isDisabled = false, onClick }: ToolProps): ReactNode {
  return (
    <Tooltip title={label} mouseEnterDelay={0.5}>
      <button type="button" className="kp-tool" aria-label={label} aria-pressed={isOn} disabled={isDisabled} onClick={onClick}>
        {icon}
      </button>
    </Tooltip>
  )
}

function ImageTool({ editor }: { readonly editor: Editor }): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tool label="图片" icon={<PictureOutlined />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={uploadCalls().accept('editorImage')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void insertImage(file, (src) => editor.chain().focus().setImage({ src, alt: file.name }).run())
        }}
      />
    </>
  )
}

async function insertImage(file: File, insert: (src: string) => void): Promise<void> {
  const refusal = uploadCalls().problem('editorImage', { name: file.name, sizeBytes: file.size })
  if (refusal) return toast.error(refusal)
  try {
    const { fileUrl } = await uploadFile(file, { purpose: 'editorImage', signal: AbortSignal.timeout(180_000) })
    insert(fileUrl)
  } catch (error) {
    report(error, 'editorImage')
  }
}

function imageOf(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find((file) => file.type.startsWith('image/'))
}
