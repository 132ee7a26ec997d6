/** A key and the organization it is to be tried on. */
export interface OrganizationKey {
  readonly org: string;
  readonly key: string;
}

/** The keys of a sample and what they open: the contents of `keys.json`. */
export interface SampleKeys {
  /** The time of the sample, which `--now` takes. */
  readonly now: string;
  readonly main: OrganizationKey;
  /** Another organization of the same owner: the same key, an allowance of its own. */
  readonly second: OrganizationKey;
  readonly team: OrganizationKey;
  /** The key of an owner who is not enrolled. */
  readonly notEnrolled: OrganizationKey;
  /** A student's key, which opens boards and no analytics. */
  readonly noAccess: OrganizationKey;
  readonly revoked: OrganizationKey;
  /** A teacher's key of a classroom. */
  readonly teacher: OrganizationKey;
  /** Boards that the key of `main` may read, and boards that it may not. */
  readonly boards: { readonly readable: readonly string[]; readonly forbidden: readonly string[] };
}
