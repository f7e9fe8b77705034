import { type ReactNode, useEffect, useRef, useState } from 'react'
import { go } from './address.ts'

interface Section {
  readonly path: string
  readonly title: string
  readonly has: (path: string) => boolean
  /** What its picture draws, in a box of 24. */
  readonly shape: string
}

/** As often as people come for it. */
const sections: readonly Section[] = [
  {
    ...{ path: '/', title: '考试', has: (path) => /^\/(exam|result|receipts|verdict|trial)?(\/|$)/.test(path) },
    shape: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13l2 2 4-4',
  },
  {
    ...{ path: '/learn', title: '学习', has: (path) => path.startsWith('/learn') },
    shape: 'M4 5h6a2 2 0 0 1 2 2v13a2 2 0 0 0-2-2H4zM20 5h-6a2 2 0 0 0-2 2v13a2 2 0 0 1 2-2h6z',
  },
  {
    ...{ path: '/practice', title: '练习', has: (path) => path.startsWith('/practice') },
    shape: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3M13 20h7',
  },
  {
    ...{ path: '/training', title: '培训', has: (path) => path.startsWith('/training') },
    shape: 'M5 21V4h12l-2 4 2 4H5',
  },
  {
    ...{ path: '/evaluations', title: '测评', has: (path) => /^\/(evaluation|post-)/.test(path) },
    shape: 'M5 20v-6M10 20V9M15 20v-8M20 20V4',
  },
  {
    ...{ path: '/questionnaires', title: '问卷', has: (path) => path.startsWith('/questionnaire') },
    shape: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  },
  {
    ...{ path: '/skills', title: '技能', has: (path) => path.startsWith('/skills') },
    shape: 'M12 3l2.7 5.6 6.1.9-4.4 4.3 1 6.1-5.4-2.9-5.4 2.9 1-6.1L3.2 9.5l6.1-.9z',
  },
  {
    ...{ path: '/certificates', title: '证书', has: (path) => path.startsWith('/certificates') },
    shape: 'M4 5h16v11H4zM8 9h8M9 16v5l3-2 3 2v-5',
  },
]

/** So many have their place in a phone's bar, where five are told apart at a glance; the others wait behind 更多. A wide screen shows all. */
const inBar = 4

/** The rooms of the client: at the top of a wide screen, within reach of the thumb on a phone. */
export function Sections({ path }: { path: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      const isElsewhere = event.target instanceof Node && !bar.current?.contains(event.target)
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : isElsewhere) setOpen(false)
    }
    const kinds = ['keydown', 'pointerdown', 'focusin']
    for (const kind of kinds) document.addEventListener(kind, close)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, close)
    }
  }, [isOpen])
  const open = (to: string) => {
    setOpen(false)
    go(to)
  }
  const folded = sections.slice(inBar)
  return (
    <nav className="sections" aria-label="主导航" ref={bar}>
      {sections.slice(0, inBar).map((section) => (
        <SectionButton key={section.path} section={section} path={path} open={open} />
      ))}
      <div className="folded-sections" id="more-sections" data-open={isOpen || undefined}>
        {folded.map((section) => (
          <SectionButton key={section.path} section={section} path={path} open={open} />
        ))}
      </div>
      <button
        type="button"
        className="plain more-sections"
        aria-expanded={isOpen}
        aria-controls="more-sections"
        data-current={folded.some(({ has }) => has(path)) || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Shape drawing="M5 12h.01M12 12h.01M19 12h.01" />
        更多
      </button>
    </nav>
  )
}

interface SectionButtonProps {
  readonly section: Section
  readonly path: string
  readonly open: (path: string) => void
}

function SectionButton({ section, path, open }: SectionButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="plain"
      aria-current={section.has(path) ? 'page' : undefined}
      onClick={() => open(section.path)}
    >
      <Shape drawing={section.shape} />
      {section.title}
    </button>
  )
}

function Shape({ drawing }: { drawing: string }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawing} />
    </svg>
  )
}
