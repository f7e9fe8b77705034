/** The right to one thing a menu offers. `code` is what roles grant and what buttons ask for. */
export interface Right {
  readonly code: string
  readonly menu: string
  readonly label: string
  /** Of a menu of the platform's own company: it opens nothing to anybody else, whatever a role elsewhere names. */
  readonly isOfPlatform?: true
}

export interface MenuFacts {
  /** Unique; also the name of the console's route. */
  readonly name: string
  readonly title: string
  /** Absolute path in the console. Groups have one too, it leads to their first child. */
  readonly path: string
  /** Name of the parent menu; absent for the first level. */
  readonly parent?: string
  /** Name of an icon of the console's icon table. */
  readonly icon?: string
  readonly sort: number
  /** Reachable, but not shown in sidebar or header search. */
  readonly hidden?: boolean
  /** Only for the platform's own company. */
  readonly platformOnly?: boolean
}

export interface Menu<Key extends string = string> extends MenuFacts {
  readonly rights: { readonly [K in Key]: Right }
}

/**
 * Declares a menu entry and the rights that belong to it. Every menu has the right `view`: it comes with the menu itself.
 * A role that has a menu may open its route; further rights are granted one by one.
 */
export function menu<const Key extends string = never>(
  facts: MenuFacts,
  labels?: { readonly [K in Key]: string },
): Menu<Key | 'view'> {
  const right = (key: string, label: string): Right => ({
    code: `${facts.name}:${key}`,
    menu: facts.name,
    label,
    ...(facts.platformOnly && { isOfPlatform: true }),
  })
  const rights: Record<string, Right> = { view: right('view', '查看') }
  for (const [key, label] of Object.entries<string>(labels ?? {})) rights[key] = right(key, label)
  return { ...facts, rights: rights as { readonly [K in Key | 'view']: Right } } // the loop above builds exactly these keys
}
