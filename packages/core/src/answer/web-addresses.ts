/** The addresses of a board for people (2.9). */
export interface BoardAddresses {
  /** The board itself. */
  readonly live: string;
  /** A picture that leads there. */
  readonly qrCode: string;
  /** Its posts one after the other. */
  readonly slideshow: string;
  /** A picture that leads there. */
  readonly slideshowQrCode: string;
}

/** Where boards are found on the web: an address such as `https://boards.example`. */
export interface WebAddresses {
  /** The host of boards that have none of their own. */
  readonly domainName: string;
  /** The addresses of a board, by its id. */
  readonly board: (boardId: string) => BoardAddresses;
  /** The address of a post, by the ids of board and post. */
  readonly post: (boardId: string, postId: string) => string;
}

// An id may be any text, and half a surrogate pair has no percent-encoding.
const segment = (id: string): string => encodeURIComponent(id.replace(/\p{Surrogate}/gu, '\ufffd'));

// By hand: a search for slashes at the end begins anew at each slash of a long row of them.
const withoutLastSlashes = (address: string): string => {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
};

/**
 * Derives every address from the one under which boards are found; a board's last segment is its id.
 */
export const webAddresses = (baseAddress: string): WebAddresses => {
  const base = withoutLastSlashes(baseAddress);
  return {
    domainName: /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(base)?.[1] ?? '',
    board: (boardId) => {
      const id = segment(boardId);
      return {
        live: `${base}/${id}`,
        qrCode: `${base}/qr/${id}`,
        slideshow: `${base}/slideshow/${id}`,
        slideshowQrCode: `${base}/qr/slideshow/${id}`,
      };
    },
    post: (boardId, postId) => `${base}/${segment(boardId)}/posts/${segment(postId)}`,
  };
};
