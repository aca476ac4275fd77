/* The searches of build_library.py in C, twenty times as fast; see seating.md 5.3 and 5.4.
 *
 * build_search starters SEED MOVES TRIES CYCLE ORBITS STARTERS HALF SPARE SIZE...
 * build_search plan     SEED MOVES TRIES ROUNDS TARGET VISIT_PRICE SIZE...
 *
 * Prints the seats of each round on a line (players in the order of the sizes), for starters only
 * when at most SPARE times a class of pairs is used again, for plans the cheapest found.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 208, ROUNDS = 16, STAGES = 100, LIKELY = 64 };

static int n, n_tables, first[MOST], size[MOST], table_of[MOST], largest;
static int seats[ROUNDS][MOST];
static uint64_t state[2];

static uint64_t draw(void) {
    uint64_t a = state[0], b = state[1];
    state[0] = b;
    a ^= a << 23;
    state[1] = a ^ b ^ (a >> 17) ^ (b >> 26);
    return state[1] + b;
}

static double chance(void) { return (draw() >> 11) * (1.0 / 9007199254740992.0); }

static void start(uint64_t seed, int attempt) {
    state[0] = seed * 7919 + (uint64_t)attempt * 104729 + 1;
    state[1] = 88172645463325252ULL ^ seed;
    for (int i = 0; i < 20; i++) draw();
}

static void cool(double hot, double cold, int stage, double likely[LIKELY]) {
    double heat = hot * pow(cold / hot, stage / (STAGES - 1.0));
    for (int d = 0; d < LIKELY; d++) likely[d] = exp(-d / heat);
}

static int is_small(int t) { return size[t] < largest; }

static void print_rounds(int rounds) {
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < n; i++) printf("%d%c", seats[r][i], i == n - 1 ? '\n' : ' ');
}

/* Starters: the price is how often a class of pairs is used again. */

static int class_of[MOST][MOST], count[MOST * MOST], orbit_visits[MOST];

static void make_classes(int cycle, int orbits, int half) {
    int found = 1, wide = orbits + n;
    int *number = calloc((size_t)wide * wide * cycle, sizeof *number);
    for (int p = 0; p < n; p++)
        for (int q = 0; q < n; q++) {
            int a = p < q ? p : q, b = p < q ? q : p;
            int o = a / cycle, u = b / cycle, d = ((b - a) % cycle + cycle) % cycle;
            class_of[p][q] = 0;
            if (a == b || a >= orbits * cycle) continue;
            d = ((b % cycle - a % cycle) % cycle + cycle) % cycle;
            if (b >= orbits * cycle) u = orbits + b, d = 0;
            else if (o == u && cycle - d < d) d = cycle - d;
            if (o == u && 2 * d == cycle && !half) continue;
            int *key = &number[((size_t)o * wide + u) * cycle + d];
            if (!*key) *key = found++;
            class_of[p][q] = *key;
        }
    free(number);
}

static void shuffle_starter(int r, int fixed_from, int fixed) {
    int order[MOST], at = 0;
    for (int i = 0; i < n; i++) order[i] = i;
    for (int i = fixed_from - 1; i > 0; i--) {
        int j = draw() % (i + 1), p = order[i];
        order[i] = order[j], order[j] = p;
    }
    for (int t = 0; t < n_tables; t++)
        for (int k = 0; k < size[t]; k++)
            seats[r][first[t] + k] = k == 0 && t < fixed ? fixed_from + t : order[at++];
}

static int swap_classes(const int *round, int i, int j, int back) {
    int change = 0, p = round[i], q = round[j], ti = table_of[i], tj = table_of[j];
    if (back) { int t = p; p = q; q = t; }
    for (int x = first[ti]; x < first[ti] + size[ti]; x++)
        if (x != i) change -= --count[class_of[p][round[x]]];
    for (int x = first[tj]; x < first[tj] + size[tj]; x++)
        if (x != j) change -= --count[class_of[q][round[x]]];
    for (int x = first[ti]; x < first[ti] + size[ti]; x++)
        if (x != i) change += count[class_of[q][round[x]]]++;
    for (int x = first[tj]; x < first[tj] + size[tj]; x++)
        if (x != j) change += count[class_of[p][round[x]]]++;
    return change;
}

static int starters(uint64_t seed, double moves, int tries, int cycle, int orbits, int m, int half,
                    int spare) {
    int points = cycle * orbits, fixed = n - points;
    make_classes(cycle, orbits, half);
    for (int attempt = 0; attempt < tries; attempt++) {
        int cost = 0;
        start(seed, attempt);
        memset(count, 0, sizeof count);
        memset(orbit_visits, 0, sizeof orbit_visits);
        count[0] = 3;
        for (int r = 0; r < m; r++) {
            shuffle_starter(r, points, fixed);
            for (int i = 0; i < n; i++) {
                for (int j = first[table_of[i]]; j < i; j++)
                    cost += count[class_of[seats[r][i]][seats[r][j]]]++;
                if (is_small(table_of[i])) cost += orbit_visits[seats[r][i] / cycle]++;
            }
        }
        int even = 0, small = 0;
        for (int o = 0; o < orbits; o++) small += orbit_visits[o];
        for (int k = 0; k < small; k++) even += k / orbits;
        for (int stage = 0; stage < STAGES; stage++) {
            double likely[LIKELY];
            cool(0.8, 0.15, stage, likely);
            for (long k = 0; k < moves / STAGES; k++) {
                int *round = seats[m > 1 ? draw() % m : 0];
                int i = draw() % n, j = draw() % n, ti = table_of[i], tj = table_of[j];
                if (ti == tj) continue;
                int p = round[i], q = round[j], v = p / cycle, w = q / cycle, d = 0, step = 0;
                if (is_small(ti) != is_small(tj)) {
                    if (p >= points || q >= points) continue;
                    if (v != w) {
                        step = is_small(ti) ? 1 : -1;
                        d = step * (orbit_visits[w] - orbit_visits[v]) + 1;
                    }
                }
                d += swap_classes(round, i, j, 0);
                if (d > 0 && (d >= LIKELY || chance() >= likely[d])) {
                    swap_classes(round, i, j, 1);
                    continue;
                }
                round[i] = q, round[j] = p;
                orbit_visits[w] += step, orbit_visits[v] -= step;
                cost += d;
                if (cost <= even + spare) { print_rounds(m); return 0; }
            }
        }
    }
    return 1;
}

/* Plans: the price is how often a pair met before, summed over its meetings. */

static int met[MOST][MOST], visits[MOST];

static void count_plan(int rounds, int *cost, int *uneven) {
    *cost = *uneven = 0;
    memset(met, 0, sizeof met);
    memset(visits, 0, sizeof visits);
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < n; i++) {
            int p = seats[r][i];
            for (int j = first[table_of[i]]; j < i; j++) {
                *cost += met[p][seats[r][j]];
                met[p][seats[r][j]]++, met[seats[r][j]][p]++;
            }
            if (is_small(table_of[i])) *uneven += visits[p]++;
        }
}

static int plan(uint64_t seed, double moves, int tries, int rounds, int target, int visit_price) {
    static int best[ROUNDS][MOST];
    int best_cost = 1 << 30, best_uneven = 1 << 30;
    for (int attempt = 0; attempt < tries; attempt++) {
        int cost, uneven;
        start(seed, attempt);
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < n; i++) seats[r][i] = i;
            for (int i = n - 1; i > 0; i--) {
                int j = draw() % (i + 1), p = seats[r][i];
                seats[r][i] = seats[r][j], seats[r][j] = p;
            }
        }
        count_plan(rounds, &cost, &uneven);
        int seats_small = 0, even = 0;
        for (int t = 0; t < n_tables; t++) seats_small += is_small(t) ? rounds * size[t] : 0;
        for (int k = 0; k < seats_small; k++) even += k / n;
        for (int stage = 0; stage < STAGES; stage++) {
            double likely[LIKELY];
            cool(0.5, 0.15, stage, likely);
            for (long k = 0; k < moves / STAGES; k++) {
                int *round = seats[draw() % rounds];
                int i = draw() % n, j = draw() % n, ti = table_of[i], tj = table_of[j];
                if (ti == tj) continue;
                int p = round[i], q = round[j], d = size[ti] + size[tj] - 2, v = 0;
                for (int x = first[ti]; x < first[ti] + size[ti]; x++)
                    if (x != i) d += met[q][round[x]] - met[p][round[x]];
                for (int x = first[tj]; x < first[tj] + size[tj]; x++)
                    if (x != j) d += met[p][round[x]] - met[q][round[x]];
                int step = is_small(ti) - is_small(tj);
                if (step) v = step * (visits[q] - visits[p]) + 1;
                int total = d + visit_price * v;
                if (total > 0 && (total >= LIKELY || chance() >= likely[total])) continue;
                for (int x = first[ti]; x < first[ti] + size[ti]; x++)
                    if (x != i) {
                        int y = round[x];
                        met[p][y]--, met[y][p]--, met[q][y]++, met[y][q]++;
                    }
                for (int x = first[tj]; x < first[tj] + size[tj]; x++)
                    if (x != j) {
                        int y = round[x];
                        met[q][y]--, met[y][q]--, met[p][y]++, met[y][p]++;
                    }
                round[i] = q, round[j] = p;
                visits[q] += step, visits[p] -= step;
                cost += d, uneven += v;
                if (cost < best_cost || (cost == best_cost && uneven < best_uneven)) {
                    best_cost = cost, best_uneven = uneven;
                    memcpy(best, seats, sizeof best);
                    if (cost <= target && uneven <= even) goto done;
                }
            }
        }
    }
done:
    memcpy(seats, best, sizeof best);
    print_rounds(rounds);
    return 0;
}

int main(int argc, char **argv) {
    int at = argc > 1 && !strcmp(argv[1], "starters") ? 10 : 8;
    if (argc <= at) return 2;
    for (int k = at; k < argc; k++) {
        first[n_tables] = n;
        size[n_tables] = atoi(argv[k]);
        if (size[n_tables] > largest) largest = size[n_tables];
        for (int i = 0; i < size[n_tables] && n < MOST; i++) table_of[n++] = n_tables;
        n_tables++;
    }
    uint64_t seed = strtoull(argv[2], NULL, 10);
    double moves = atof(argv[3]);
    int tries = atoi(argv[4]), a = atoi(argv[5]), b = atoi(argv[6]), c = atoi(argv[7]);
    if (at == 10) return starters(seed, moves, tries, a, b, c, atoi(argv[8]), atoi(argv[9]));
    return plan(seed, moves, tries, a, b, c);
}
