import { type ReactNode, useCallback } from 'react'
import type { Definition } from '../../contract/definition.ts'
import type { Asked } from '../conditions/asked.ts'
import { type Named, wordsOf } from '../conditions/condition-words.ts'
import { type Place, placeBeside, placedPage } from './definition-moves.ts'
import { ElementCard } from './element-card.tsx'
import { ElementForm } from './element-form.tsx'
import type { FoundFaults } from './faults-of.ts'
import type { Dragged, Side } from './handle.tsx'
import { newElement } from './new-element.ts'
import { PageCard } from './page-card.tsx'
import type { Editing } from './use-edited.ts'

interface OutlineProps {
  readonly definition: Definition
  readonly elements: ReadonlyMap<string, Asked>
  readonly named: Named
  readonly faults: FoundFaults
  readonly isAnonymous: boolean
  readonly isFixed: boolean
  readonly pictureUrls: Readonly<Record<string, string>>
  readonly editing: Editing
  readonly openId: string | undefined
}

/** Pages with their elements, in order. */
export function Outline(props: OutlineProps): ReactNode {
  const { definition, elements, named, faults, isFixed, editing, openId } = props
  const dropBeside = useCallback(
    (dragged: Dragged, side: Side, id: string) =>
      dragged.kind === 'page' ? undefined : dropInto(editing, dragged, (now) => placeBeside(now, id, side)),
    [editing],
  )
  return definition.pages.map((page, at) => (
    <PageCard
      key={page.id}
      {...props}
      page={page}
      number={at + 1}
      faults={faults.by.get(page.id) ?? ''}
      isOpen={openId === page.id}
      onDropped={(dragged) => {
        if (dragged.kind === 'page') editing.change((now) => placedPage(now, dragged.id, at))
        else dropInto(editing, dragged, () => ({ pageId: page.id, beforeId: null }))
      }}
    >
      {page.elements.map((element) => (
        <ElementCard
          key={element.id}
          {...{ element, isFixed, editing }}
          number={elements.get(element.id)?.number ?? null}
          condition={element.showIf ? wordsOf(element.showIf, named) : ''}
          faults={faults.by.get(element.id) ?? ''}
          isOpen={openId === element.id}
          onDropped={dropBeside}
        >
          {openId === element.id ? <ElementForm {...props} element={element} /> : null}
        </ElementCard>
      ))}
    </PageCard>
  ))
}

/** What was dragged goes to this place; a kind of the palette becomes a new element there. */
function dropInto(editing: Editing, dragged: Dragged, find: (now: Definition) => Place | undefined): void {
  if (dragged.kind === 'new') {
    const element = newElement(dragged.element)
    editing.add(element, {})
    editing.placeAt(element.id, find)
  } else editing.placeAt(dragged.id, find)
}
